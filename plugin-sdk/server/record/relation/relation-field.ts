import { AppError, EnvelopeCode, type Page, type PageRequest, toPage } from '../../../contract/index.ts';
import {
  isLabelled,
  MAX_RELATED_IDS,
  type RecordField,
  type RelatedQuery,
  type RelatedRow,
  relationsByPath,
  withheldFields,
} from '../../../contract/record/index.ts';
import { cellProblem } from '../exchange/sentences.ts';
import type { Ctx, EngineFieldCode, RecordRows, Row, Values } from '../record-rows.ts';
import { areaTexts } from './address-field.ts';
import { followedTexts } from './related-field.ts';
import { relatedRows } from './related-rows.ts';

/** Names that the template of an import offers. */
const MAX_OFFERED = 500;

export const targetOf = (ctx: Ctx, { target = '' }: RecordField) => ctx.service(relatedRows(target));

/** Missing, deleted, disabled and hidden are told with the same words: nobody learns from them what is there. */
export const missingText = (field: RecordField, language: Ctx['language']): string => cellProblem(field, 'missing', '', language).msg;
const missing = (ctx: Ctx, field: RecordField): AppError =>
  new AppError('core.invalid', { code: EnvelopeCode.Invalid, fields: [{ path: field.name, msg: missingText(field, ctx.language) }] });

/** What a relation does between its column, the wire and workbooks. */
export function relationCode(field: RecordField): EngineFieldCode {
  const { column } = field;
  const idOf = (row: Values): string => String(row[column] ?? '');
  const code = {
    read: idOf,
    async write(ctx: Ctx, id: string) {
      if (id === '') return { [column]: null };
      if (!(await targetOf(ctx, field).hold(ctx, id))) throw missing(ctx, field);
      return { [column]: id };
    },
    async text(ctx: Ctx, rows: readonly Row[]) {
      const names = await namesOf(ctx, field, rows);
      return rows.map((row) => names.get(idOf(row)) ?? '');
    },
    /** A code goes before a name. */
    async parse(ctx: Ctx, texts: readonly string[]) {
      const found = await targetOf(ctx, field).byTexts(ctx, texts);
      const byText = (member: 'enCode' | 'fullName', text: string) => found.filter((row) => row[member] === text);
      return texts.map((text) => {
        const coded = byText('enCode', text);
        const meant = coded.length > 0 ? coded : byText('fullName', text);
        if (meant.length > 1) return { several: meant.length };
        return meant[0] && { value: meant[0].id, columns: { [column]: meant[0].id } };
      });
    },
    async choices(ctx: Ctx) {
      const { list } = await targetOf(ctx, field).page(ctx, { pageSize: MAX_OFFERED });
      return [...new Set(list.map(({ fullName }) => fullName))];
    },
  };
  // Below the types: a relation is of no record that the compiler knows.
  return code as unknown as EngineFieldCode;
}

async function namesOf(ctx: Ctx, field: RecordField, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.map((row) => String((row as Values)[field.column] ?? '')))].filter((id) => id !== '');
  if (ids.length === 0) return new Map();
  return new Map((await targetOf(ctx, field).byIds(ctx, ids)).map(({ id, fullName }) => [id, fullName]));
}

/** Member `labels` of rows, in their order: one statement for each relation and address, however many rows. Nothing where the record has neither. */
export async function labelsOf(ctx: Ctx, fields: readonly RecordField[], rows: readonly Row[]): Promise<readonly Values[]> {
  const relations = fields.filter(isLabelled);
  if (relations.length === 0) return rows.map(() => ({}));
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const field of relations) names.set(field.name, await (field.kind === 'address' ? areaTexts : namesOf)(ctx, field, rows));
  return rows.map((row) => ({
    labels: Object.fromEntries(relations.map(({ name, column }) => [name, names.get(name)?.get(String((row as Values)[column] ?? '')) ?? null])),
  }));
}

/** Rows with what the fields that follow the relation show of them, so that a form can say it before anything is saved. */
async function withFollowing(
  ctx: Ctx,
  record: RecordRows['record'],
  path: string,
  ids: readonly string[],
  list: readonly RelatedRow[],
): Promise<readonly RelatedRow[]> {
  const withheld = withheldFields(record, (code) => ctx.can(code));
  const following = record.fields.filter(({ of, from, name }) => of.derived && from === path && !withheld.has(name));
  if (following.length === 0) return list;
  const shown = await followedTexts(ctx, record, path, following, ids);
  return list.map((row) => ({ ...row, shows: Object.fromEntries(following.map(({ name, shows = '' }) => [name, shown.get(row.id)?.[shows] ?? ''])) }));
}

/** `GET {at}/Actions/Related` */
export async function relatedPage(
  ctx: Ctx,
  record: RecordRows['record'],
  { field: name, ids, without, ...request }: RelatedQuery & PageRequest,
): Promise<Page<RelatedRow>> {
  const field = relationsByPath(record.fields).get(name);
  if (!field) throw new TypeError(`no relation ${name}`); // the route knows the names
  // Names of rows that only a withheld field leads to are withheld with it.
  if (withheldFields(record, (code) => ctx.can(code)).has(name.split('.')[0] ?? name)) throw new AppError('core.forbidden', { code: EnvelopeCode.Forbidden });
  const target = targetOf(ctx, field);
  if (ids === undefined) return await target.page(ctx, request, name === field.name && field.target === record.name ? without : undefined);
  const asked = [...new Set(ids.split(','))].filter((id) => id !== '').slice(0, MAX_RELATED_IDS);
  const list = await withFollowing(ctx, record, name, asked, await target.byIds(ctx, asked));
  return toPage([...list], list.length, { ...request, pageSize: MAX_RELATED_IDS });
}
