import type { DataFieldType, Language } from '@nephra/plugin-sdk/contract';
import { DATA_FIELD_TYPES } from '@nephra/plugin-sdk/contract';
import type { SchemeField } from '../../domain/data-scheme/condition-check.ts';
import { sql } from '@nephra/plugin-sdk/server';
import { type Ctx, notFound } from '../permission-call.ts';
import { type SchemeStored, schemeTable } from './scheme.table.ts';

const titleIn = (language: Language) => `title_${language}` as const;

/** A menu whose data may be authorised. */
export interface DataMenu {
  readonly id: string;
  readonly enCode: string;
  readonly fullName: string;
  readonly authorized: boolean;
}

/** Menu by id or enCode. @throws AppError 404 for one that is not there, is off or has no fields */
export async function requireMenu(ctx: Ctx, moduleId: string): Promise<DataMenu> {
  const title = titleIn(ctx.language);
  // rows: menus are of the whole installation
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
  // rows: fields of menus are of the whole installation
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

// rows: the menu of a scheme that came through its door, and how often that is granted, a count
const schemes = (ctx: Ctx) =>
  schemeTable
    .select(ctx, 'scheme')
    .select([
      sql<string>`(select id from core.menu where en_code = scheme."menuCode")`.as('menuId'),
      sql<string>`(select count(*) from core.permission_grant as held where held.kind = 'resource' and held.item_code = scheme.id)`.as('grantCount'),
    ]);
export type SchemeRecord = SchemeStored & { readonly menuId: string; readonly grantCount: string };

export const schemesOf = (ctx: Ctx, menuCode: string): Promise<SchemeRecord[]> =>
  schemes(ctx).where('scheme.menuCode', '=', menuCode).orderBy('scheme.sortCode').orderBy('scheme.createdAt').orderBy('scheme.id').execute();

/** @throws AppError 404 */
export async function requireScheme(ctx: Ctx, id: string): Promise<SchemeRecord> {
  const row = await schemes(ctx).where('scheme.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** One that has this code already. */
export const schemeWithCode = (ctx: Ctx, menuCode: string, enCode: string): Promise<SchemeStored | undefined> =>
  schemeTable.select(ctx, 'scheme').where('scheme.menuCode', '=', menuCode).where('scheme.enCode', '=', enCode).executeTakeFirst();
