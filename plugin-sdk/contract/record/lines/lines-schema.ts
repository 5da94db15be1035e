import { type TSchema, Type } from 'typebox';
import type { RecordField } from '../record-types.ts';
import { labelsSchema } from '../relations/relation-names.ts';
import { MAX_LINES } from './line-kinds.ts';

const id = Type.String({ maxLength: 64 });
/** Limits that the engine tells with the number of the line and the label of the cell. */
const TOLD_BY_ENGINE = ['minLength', 'maxLength', 'minimum', 'maximum'];

/** Lines as a row answers them. */
export const linesReply = (cells: readonly RecordField[]): TSchema =>
  Type.Array(Type.Object({ id, ...Object.fromEntries(cells.map((cell) => [cell.name, cell.of.schema(cell)])), ...labelsSchema(cells) }));

/**
 * Lines as a caller gives them: one with an `id` is changed, or stays where nothing differs; one without is new; a stored one that is missing goes. What a line leaves
 * out stays, or begins as its description says. More than `max` are refused by the engine, with a sentence.
 */
export const linesGiven = (cells: readonly RecordField[]): TSchema =>
  Type.Array(
    Type.Object({ id: Type.Optional(id), ...Object.fromEntries(cells.map((cell) => [cell.name, Type.Optional(withoutLimits(cell.of.schema(cell)))])) }),
    // Above every `max`, so that the sentence of the field is what people read.
    { maxItems: MAX_LINES * 2 },
  );

const withoutLimits = (schema: TSchema): TSchema => Object.fromEntries(Object.entries(schema).filter(([key]) => !TOLD_BY_ENGINE.includes(key))) as TSchema;
