type Values = Readonly<Record<string, unknown>>;

/** A line that stands there. */
export interface StoredLine {
  readonly id: string;
  /** Its place among the lines of its row, from 1. */
  readonly order: number;
  /** Complete, by cell. */
  readonly values: Values;
}

/** A line as it is to be. */
export interface SentLine {
  /** `''`: it is new. */
  readonly id: string;
  /** Complete, by cell. */
  readonly values: Values;
}

export interface NewLine {
  /** Index among the lines that were sent. */
  readonly at: number;
  readonly order: number;
  readonly values: Values;
}

export interface ChangedLine {
  readonly id: string;
  readonly at: number;
  /** Undefined: it stays where it was. */
  readonly order: number | undefined;
  /** Cells that differ, and nothing else. */
  readonly values: Values;
}

/** What makes the lines that stand there into those that were sent. Lines that are as they were are in none of these. */
export interface LineDifference {
  readonly inserts: readonly NewLine[];
  readonly updates: readonly ChangedLine[];
  /** Ids, in the order of the lines that go. */
  readonly removals: readonly string[];
}

/**
 * Compares lines by their id, never by what they hold: two equal lines are two lines. Orders come out as 1, 2, 3 …
 * @param sent ids are among those of `stored`, each at most once
 * @param same whether two values of a cell are the same
 */
export function lineDifference(stored: readonly StoredLine[], sent: readonly SentLine[], same: (a: unknown, b: unknown) => boolean): LineDifference {
  const before = new Map(stored.map((line) => [line.id, line]));
  const inserts: NewLine[] = [];
  const updates: ChangedLine[] = [];
  for (const [at, { id, values }] of sent.entries()) {
    const order = at + 1;
    const line = before.get(id);
    if (!line) {
      inserts.push({ at, order, values });
      continue;
    }
    before.delete(id);
    const changed = Object.entries(values).filter(([cell, value]) => !same(value, line.values[cell]));
    if (changed.length > 0 || line.order !== order)
      updates.push({ id, at, order: line.order === order ? undefined : order, values: Object.fromEntries(changed) });
  }
  return { inserts, updates, removals: [...before.keys()] };
}
