import type { AnyRecord, RecordField } from '../../../contract/record/index.ts';
import type { ChangedLines } from '../record-code.ts';
import type { Code, Ctx, EngineTable, Row, Values } from '../record-rows.ts';
import { sameValue } from '../record-values.ts';
import { type LineDifference, lineDifference } from './line-difference.ts';
import { assertLinesFit, type LineTable } from './line-table.ts';
import type { LineProblem } from './line-values.ts';
import { type AskedLines, type KeptLine, onWire, OwnedLines } from './owned-lines.ts';

interface FieldPlan {
  readonly owned: OwnedLines;
  readonly stored: readonly KeptLine[];
  readonly difference: LineDifference;
}

/** What a write is about to do to the lines of a row. */
export interface LinePlan {
  /** What is wrong with what was sent. */
  readonly refused: readonly LineProblem[];
  readonly lines: Readonly<Record<string, ChangedLines>>;
  /** What an audit entry says of the lines that stand there. */
  readonly facts: Values;
  readonly fields: readonly FieldPlan[];
}

const NONE: AskedLines = { sent: [], problems: [] };

/** Lines of the rows of a record, in the tables that its fields of kind `lines` were given. */
export class RecordLines {
  readonly #owned: readonly OwnedLines[];

  /** @throws TypeError with a line `REC-…` for each thing that a table of lines cannot hold */
  constructor(record: AnyRecord, table: EngineTable, code: Code) {
    const tables = (code.lines ?? {}) as Readonly<Record<string, LineTable | undefined>>;
    assertLinesFit(record, table, tables, Object.keys(code.fields ?? {}));
    this.#owned = record.fields.flatMap((field) => (field.cells ? [new OwnedLines(field, tables[field.name] as unknown as EngineTable, table.name)] : []));
  }

  /** Cells that name rows of records, each with the lines that it is of. */
  get relations(): readonly (readonly [owned: OwnedLines, cell: RecordField])[] {
    return this.#owned.flatMap((owned) => owned.relations.map((cell) => [owned, cell] as const));
  }

  /** Lines of a row by field, as they stand on the wire. */
  async of(ctx: Ctx, id: string): Promise<Values> {
    const all: Record<string, unknown> = {};
    for (const owned of this.#owned) all[owned.name] = await owned.shown(ctx, id);
    return all;
  }

  /**
   * Compares what a caller sends with what stands there; writes nothing.
   * @param body null: the row goes, and its lines with it
   * @param before the row, locked; null: it is new
   * @throws AppError `<plugin>.not-found` for a line that is none of the row's
   */
  async planned(ctx: Ctx, body: Values | null, before: Row | null): Promise<LinePlan> {
    const refused: LineProblem[] = [];
    const lines: Record<string, ChangedLines> = {};
    const facts: Record<string, unknown> = {};
    const fields: FieldPlan[] = [];
    for (const owned of this.#owned) {
      const stored = before ? await owned.of(ctx, before.id) : [];
      const { sent, problems } = body ? owned.asked(ctx, body[owned.name], before ? stored : null) : NONE;
      refused.push(...problems, ...(await owned.hold(ctx, sent, stored)));
      lines[owned.name] = { before: stored.map(onWire), after: sent.map(onWire) };
      facts[owned.name] = owned.facts(stored);
      fields.push({ owned, stored, difference: lineDifference(stored, sent, sameValue) });
    }
    return { refused, lines, facts, fields };
  }

  /** Writes what was planned, after its row. @returns what an audit entry says of the lines then */
  async write(ctx: Ctx, { fields }: LinePlan, id: string): Promise<Values> {
    const facts: Record<string, unknown> = {};
    for (const { owned, stored, difference } of fields) {
      const changed = await owned.write(ctx, id, stored, difference);
      facts[owned.name] = owned.facts(changed ? await owned.of(ctx, id) : stored);
    }
    return facts;
  }
}
