import { createHash } from 'node:crypto';
import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { menuItemTable, menuTable, shownMenu, sql, type StoredOf } from '@nephra/plugin-sdk/server';
import { SITE_PREFIX } from '../../contract/menu/menu-limits.ts';
import type { Places } from '../../domain/menu/menu-place.ts';
import type { Ctx } from '../tables/tables.ts';

export interface MenuRow extends StoredOf<typeof menuTable> {}
export interface ItemRow extends StoredOf<typeof menuItemTable> {}

/** All entries, those of plugins that are off too, in the order of their owners. */
export const allMenus = (ctx: Pick<Ctx, 'db'>): Promise<readonly MenuRow[]> =>
  menuTable.everywhere(ctx, 'administrators arrange the menus of the whole installation').orderBy('row.sortCode').orderBy('row.enCode').execute();

/** Codes of entries; of those of the site also the ones that it turned off, of others those that their plugin has now. */
export const itemsOf = (ctx: Pick<Ctx, 'db'>, menuCode?: string): Promise<readonly ItemRow[]> => {
  const rows = menuItemTable
    .everywhere(ctx, 'administrators arrange the menus of the whole installation')
    .where((eb) => eb.or([eb('row.active', '=', true), eb('row.menuCode', 'like', `${SITE_PREFIX}%`)]));
  return (menuCode === undefined ? rows : rows.where('row.menuCode', '=', menuCode))
    .orderBy('row.kind')
    .orderBy('row.sortCode')
    .orderBy('row.enCode')
    .execute();
};

export const placesOf = (rows: readonly MenuRow[]): Places =>
  new Map(rows.map((row) => [row.enCode, { enCode: row.enCode, type: row.type, parent: shownMenu(row).parentCode }]));

/** @throws AppError `system.menu-missing` */
export function menuById(rows: readonly MenuRow[], id: string): MenuRow {
  const found = rows.find((row) => row.id === id);
  if (!found) throw new AppError('system.menu-missing', { code: EnvelopeCode.NotFound });
  return found;
}

/** Stands for an entry as it was read. */
export function versionOf(row: MenuRow, items: readonly ItemRow[]): string {
  const facts = items.map(({ kind, enCode, titleZh, titleZhtw, titleEn, property, active }) => [kind, enCode, titleZh, titleZhtw, titleEn, property, active]);
  return createHash('sha256')
    .update(JSON.stringify([row, facts]))
    .digest('base64url')
    .slice(0, 20);
}

/** Whoever changes the tree waits for others who do: what they decide by, where everything stands, must not move meanwhile. */
export async function lockMenus({ db }: Pick<Ctx, 'db'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('system.menus', 0))`.execute(db);
}

/** What its readers call an entry. */
export const nameIn = (row: MenuRow, { language }: Pick<Ctx, 'language'>): string => shownMenu(row).title[language];
