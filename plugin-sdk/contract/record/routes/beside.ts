import { type TSchema, Type } from 'typebox';

/** What stands in a column that another plugin adds to a list. */
export const BESIDE_KINDS = ['text', 'int', 'money', 'instant'] as const;
export type BesideKind = (typeof BESIDE_KINDS)[number];
/** `null`: the plugin says nothing of the row. */
export type BesideValue = string | number | null;

/** A column that another plugin adds to a list, as the list answers it. */
export interface BesideColumn {
  /** `<plugin>.<key>`: name of its values in `beside` of the rows, its sort key, and its name in `selectKey` of an export. */
  readonly name: string;
  /** In the caller's language. */
  readonly label: string;
  readonly kind: BesideKind;
  /** The list can be sorted by it now. */
  readonly sorted: boolean;
  /** Why it has no values: a sentence in the caller's language. */
  readonly failed?: string;
}

/** Members of a list that other plugins add columns to. */
export const columnsSchema: TSchema = Type.Array(
  Type.Object({
    name: Type.String(),
    label: Type.String(),
    kind: Type.Union(BESIDE_KINDS.map((kind) => Type.Literal(kind))),
    sorted: Type.Boolean(),
    failed: Type.Optional(Type.String()),
  }),
);
export const besideSchema: TSchema = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()]));
