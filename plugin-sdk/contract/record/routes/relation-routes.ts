import { type TSchema, type TUnsafe, Type } from 'typebox';
import { type Page, type PageRequest, pageOf, pageQuery } from '../../paging.ts';
import { defineContract, get, type ReadRoute, type Route } from '../../route.ts';
import { MAX_RELATED_IDS } from '../record-limits.ts';
import type { AnyRecord } from '../record-types.ts';
import { relationsByPath } from '../relations/relation-names.ts';

/** A row that a relation may name, as pickers show it. */
export interface RelatedRow {
  readonly id: string;
  readonly fullName: string;
  /** `''` where its record has no codes. */
  readonly enCode: string;
  /** 0: disabled; it is not offered, and stays where it stands. Rows of a record without such a state are 1. */
  readonly enabledMark: 0 | 1;
  /** Answers for `ids` alone: texts of the fields that follow the relation (kind `related`), by name; those that the caller may not see are `''`. */
  readonly shows?: Readonly<Record<string, string>>;
}

/** Query of `GET {at}/Actions/Related`. */
export interface RelatedQuery extends PageRequest {
  /** Name of the relation; of one that is a cell of lines, behind the name of the lines: `dishes.dishId`. */
  readonly field: string;
  /** Of the parent of a tree: id of the row that is edited; it and what is below it are left out. */
  readonly without?: string;
  /** Instead of a page of what can be chosen: the rows of these ids, at most 200, joined by commas; also disabled ones. */
  readonly ids?: string;
}

const MAX_ID = 64;
const related = Type.Object({
  id: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  enabledMark: Type.Union([Type.Literal(0), Type.Literal(1)]),
  shows: Type.Optional(Type.Record(Type.String(), Type.String())),
});

/**
 * `GET {at}/Actions/Related`: what the relations of a record may name, a page of it, found by name, code and pinyin: rows of the target that the caller
 * sees and that are enabled. It needs what the list needs. None where the record has no relation.
 */
export function relationRoutes(record: AnyRecord): Readonly<Record<string, Route>> {
  const { menu, at, title, acts, fields } = record;
  const relations = [...relationsByPath(fields).keys()];
  if (relations.length === 0) return {};
  return {
    related: get(`${at}/Actions/Related`, {
      summary: `${title.en}: rows that a field may name`,
      need: acts.list?.need ?? (`perm:${menu}` as const),
      audit: acts.list?.audit ?? 'none',
      query: Type.Object({
        ...pageQuery,
        field: Type.Union(relations.map((path) => Type.Literal(path))),
        without: Type.Optional(Type.String({ maxLength: MAX_ID })),
        ids: Type.Optional(Type.String({ maxLength: (MAX_ID + 1) * MAX_RELATED_IDS })),
      }),
      reply: pageOf(related),
    }),
  };
}

interface RelatedRoutes {
  readonly [name: string]: Route;
  readonly related: ReadRoute<TSchema, TUnsafe<RelatedQuery>, TUnsafe<Page<RelatedRow>>>;
}

/** The call behind pickers of relations, for browsers. */
export const relatedContract = (record: AnyRecord) =>
  defineContract(`${record.name.replaceAll('.', '-')}-related`, relationRoutes(record) as unknown as RelatedRoutes);
