import { type TSchema, Type } from 'typebox';
import type { RecordField } from '../record-types.ts';

/** Relations by the name that pickers ask for them by: `wardId`, and of a cell of lines `dishes.dishId`. */
export const relationsByPath = (fields: readonly RecordField[]): ReadonlyMap<string, RecordField> =>
  new Map(
    fields.flatMap((field) => [
      ...(field.kind === 'relation' ? [[field.name, field] as const] : []),
      ...(field.cells ?? []).filter(({ kind }) => kind === 'relation').map((cell) => [`${field.name}.${cell.name}`, cell] as const),
    ]),
  );

/** Rows answer beside its id what the field is called: names of relations, paths of addresses. */
export const isLabelled = ({ kind }: RecordField): boolean => kind === 'relation' || kind === 'address';

/** Members of a row for what its relations and addresses are called; nothing where it has none. */
export function labelsSchema(fields: readonly RecordField[]): Readonly<Record<string, TSchema>> {
  const relations = fields.filter(isLabelled);
  if (relations.length === 0) return {};
  const label = Type.Union([Type.String(), Type.Null()]);
  return { labels: Type.Object(Object.fromEntries(relations.map(({ name }) => [name, label]))) };
}
