import { parentField, nameField } from '../../../contract/record/index.ts';
import type { RecordRows } from '../record-rows.ts';
import { type GivenRow, keyField, type ParsedTexts } from './find-rows.ts';

/** Rows of a sheet in the order in which they can be written. */
export interface SheetOrder {
  readonly rows: readonly GivenRow[];
  /** By row: the row of the same sheet that it stands below and that is not there yet. */
  readonly above: ReadonlyMap<GivenRow, GivenRow>;
  /** Rows that stand below themselves. */
  readonly circles: ReadonlySet<GivenRow>;
}

/**
 * Of a tree: a row may stand below one that comes with the same sheet, wherever in it; that one goes before it. Others keep their order. What stands in the
 * database goes before a row of the sheet, a code before a name, and a name that several have means none.
 */
export function sheetOrder(rows: RecordRows, given: readonly GivenRow[], parsed: ParsedTexts): SheetOrder {
  const parent = parentField(rows.record);
  if (!parent) return { rows: given, above: new Map(), circles: new Set() };
  const named = [keyField(rows), nameField(rows.record)].flatMap((field) => (field ? [rowsByText(given, field.name)] : []));
  const above = new Map<GivenRow, GivenRow>();
  for (const row of given) {
    const text = row.texts[parent.name] ?? '';
    if (text === '' || parsed.get(parent.name)?.get(text)) continue;
    const called = named.map((byText) => byText.get(text) ?? []).find((found) => found.length > 0) ?? [];
    if (called.length === 1 && called[0]) above.set(row, called[0]);
  }
  return { above, ...parentsFirst(given, above) };
}

function rowsByText(given: readonly GivenRow[], name: string): ReadonlyMap<string, readonly GivenRow[]> {
  const byText = new Map<string, GivenRow[]>();
  for (const row of given) {
    const text = row.texts[name] ?? '';
    byText.set(text, [...(byText.get(text) ?? []), row]);
  }
  return byText;
}

/** Without recursion: a sheet may be one long branch. */
function parentsFirst<T>(all: readonly T[], above: ReadonlyMap<T, T>): { readonly rows: readonly T[]; readonly circles: ReadonlySet<T> } {
  const placed = new Set<T>();
  const circles = new Set<T>();
  for (const row of all) {
    const way: T[] = [];
    const onWay = new Set<T>();
    let at: T | undefined = row;
    while (at !== undefined && !placed.has(at) && !onWay.has(at)) {
      way.push(at);
      onWay.add(at);
      at = above.get(at);
    }
    if (at !== undefined && onWay.has(at)) for (const one of way.slice(way.indexOf(at))) circles.add(one);
    for (const one of way.reverse()) placed.add(one);
  }
  return { rows: [...placed], circles };
}
