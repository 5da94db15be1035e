import type { DataFieldType, Language } from '@nephra/plugin-sdk/contract';
import { DATA_FIELD_TYPES } from '@nephra/plugin-sdk/contract';
import type { SchemeField } from '../../domain/data-scheme/condition-check.ts';
import { type Ctx, notFound } from '../permission-call.ts';

const titleIn = (language: Language) => `title_${language}` as const;

/** A menu whose data may be authorised. */
export interface DataMenu {
  readonly id: string;
  readonly enCode: string;
  readonly fullName: string;
  readonly authorized: boolean;
}

/** Menu by id or enCode. @throws AppError 404 for one that is not there, is off or has no fields */
export async function demandMenu(ctx: Ctx, moduleId: string): Promise<DataMenu> {
  const title = titleIn(ctx.language);
  const row = await ctx.db
    .selectFrom('core.menu')
    .select(['id', 'en_code', 'data_authorize', title])
    .where(({ eb, or }) => or([eb('id', '=', moduleId), eb('en_code', '=', moduleId)]))
    .where('active', '=', true)
    .executeTakeFirst();
  if (!row) throw notFound();
  return { id: row.id, enCode: row.en_code, fullName: row[title], authorized: row.data_authorize };
}

const typeOf = (property: unknown): DataFieldType | undefined => {
  const { type } = (property ?? {}) as { type?: unknown };
  return DATA_FIELD_TYPES.find((one) => one === type);
};

export type StoredField = SchemeField & { readonly id: string };

/** Fields of a menu's data in the caller's language. */
export async function fieldsOf(ctx: Ctx, menuCode: string): Promise<StoredField[]> {
  const title = titleIn(ctx.language);
  const rows = await ctx.db
    .selectFrom('core.menu_item')
    .select(['id', 'en_code', 'property', title])
    .where('menu_code', '=', menuCode)
    .where('kind', '=', 'field')
    .where('active', '=', true)
    .orderBy('sort_code')
    .orderBy('en_code')
    .execute();
  return rows.flatMap((row) => {
    const type = typeOf(row.property);
    return type ? [{ id: row.id, enCode: row.en_code, fullName: row[title], type }] : [];
  });
}

const COLUMNS = [
  'scheme.id',
  'scheme.menu_code',
  'scheme.en_code',
  'scheme.full_name',
  'scheme.condition',
  'scheme.description',
  'scheme.enabled',
  'scheme.sort_code',
  'scheme.created_at',
  'scheme.version',
] as const;

const schemes = (ctx: Ctx) =>
  ctx.db
    .selectFrom('core.data_scheme as scheme')
    .innerJoin('core.menu as menu', 'menu.en_code', 'scheme.menu_code')
    .select(COLUMNS)
    .select((eb) => [
      'menu.id as menu_id',
      eb
        .selectFrom('core.permission_grant as held')
        .select((count) => count.fn.countAll<string>().as('count'))
        .where('held.kind', '=', 'resource')
        .whereRef('held.item_code', '=', 'scheme.id')
        .as('grant_count'),
    ])
    .where('scheme.deleted_at', 'is', null);

export type SchemeRecord = Awaited<ReturnType<ReturnType<typeof schemes>['executeTakeFirstOrThrow']>>;

export const schemesOf = (ctx: Ctx, menuCode: string): Promise<SchemeRecord[]> =>
  schemes(ctx).where('scheme.menu_code', '=', menuCode).orderBy('scheme.sort_code').orderBy('scheme.created_at').orderBy('scheme.id').execute();

/** @throws AppError 404 */
export async function demandScheme(ctx: Ctx, id: string): Promise<SchemeRecord> {
  const row = await schemes(ctx).where('scheme.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** One that has this code already. */
export const schemeWithCode = (ctx: Ctx, menuCode: string, enCode: string) =>
  schemes(ctx).where('scheme.menu_code', '=', menuCode).where('scheme.en_code', '=', enCode).executeTakeFirst();
