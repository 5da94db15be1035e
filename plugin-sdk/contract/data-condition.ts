import { type Static, Type } from 'typebox';

/** Comparisons of a data scheme (the platform's symbols). */
export const CONDITION_OPERATORS = ['Equal', 'NotEqual', 'GreaterThan', 'GreaterThanOrEqual', 'LessThan', 'LessThanOrEqual', 'Contains', 'In'] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

/** Contents that stand for facts of the caller; anything else is the text itself. Spelt as on the wire. */
export const CONDITION_CONTENTS = ['@userId', '@userAraSubordinates', '@organizeId', '@organizationAndSuborganization'] as const;

/** What a field of a menu's data holds; decides the comparisons that make sense. */
export const DATA_FIELD_TYPES = ['String', 'Int32', 'Double', 'DateTime', 'User', 'Organize'] as const;
export type DataFieldType = (typeof DATA_FIELD_TYPES)[number];

/**
 * Condition of a data scheme as the wire carries it (JSON text `conditionJson`). The comparisons of one entry are joined by its
 * `logic`, the entries by "and". An empty list lets all rows of the caller's organisations through.
 */
export const dataConditionSchema = Type.Array(
  Type.Object({
    logic: Type.Union([Type.Literal('and'), Type.Literal('or')]),
    groups: Type.Array(
      Type.Object({
        id: Type.Optional(Type.String({ maxLength: 64 })),
        field: Type.String({ maxLength: 100 }),
        type: Type.String({ maxLength: 20 }),
        // The union of a mapped list has no static type of its own.
        op: Type.Unsafe<ConditionOperator>(Type.Union(CONDITION_OPERATORS.map((op) => Type.Literal(op)))),
        // A hundred ids, joined by commas.
        value: Type.String({ maxLength: 4000 }),
      }),
      { minItems: 1, maxItems: 20 },
    ),
  }),
  { maxItems: 20 },
);
export type DataCondition = Static<typeof dataConditionSchema>;

/** Which rows of one menu's data a caller may see, besides the filter by organisation that always holds. */
export type DataScope =
  /** Everything in the caller's organisations: an administrator, or a menu without data authorisation. */
  | { readonly kind: 'organisation' }
  /** Rows that at least one of these lets through; none of them = no rows. */
  | { readonly kind: 'schemes'; readonly conditions: readonly DataCondition[]; readonly userAndBelow: readonly string[] };

/**
 * Which rows of one menu's data one caller may see, as plain data: it can be handed on to the plugin that owns the rows. `orgIds` are the
 * caller's organisation and all below it, never empty; nothing outside them is ever seen.
 */
export interface DataRights {
  readonly menu: string;
  readonly userId: string;
  readonly orgId: string;
  readonly orgIds: readonly string[];
  readonly scope: DataScope;
}
