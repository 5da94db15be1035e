import { AppError, EnvelopeCode, type MenuClaim, menuSchema } from '@nephra/plugin-sdk/contract';
import type { MenuPort, WrittenMenu } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import { Value } from 'typebox/value';
import type { CoreTables } from '../../tables/tables.ts';
import { isClaimed, type MenuSync } from './menu-sync.ts';

/** Entries of one plugin that stand beside those of `plugin.ts`: all of them go to every browser at its sign-in. */
const MAX_WRITTEN = 1_000;
/** Of one entry, its titles included. */
const MAX_TEXT = 20_000;

export interface WrittenMenusParts {
  readonly db: Kysely<CoreTables>;
  readonly sync: MenuSync;
  readonly pluginId: string;
  readonly claims: readonly MenuClaim[];
  readonly transaction: <T>(work: () => Promise<T>) => Promise<T>;
}

const claimText = (claims: readonly MenuClaim[]): string => claims.map(({ prefix, types }) => `${prefix}* (${types.join(', ')})`).join('; ') || '–';

/** `ctx.menus` of a plugin. */
export function writtenMenus({ db, sync, pluginId, claims, transaction }: WrittenMenusParts): MenuPort {
  const refuse = (key: string, params: Record<string, string | number>): never => {
    throw new AppError(`core.${key}`, { code: EnvelopeCode.Refused, params: { plugin: pluginId, ...params } });
  };
  const assertClaimed = (enCode: string, type: number): void => {
    if (!isClaimed(claims, enCode, type)) refuse('menu-not-claimed', { menu: enCode, type, claims: claimText(claims) });
  };
  const rowOf = (enCode: string) =>
    db.selectFrom('core.menu').select(['owner', 'type', 'written', 'active']).where('en_code', '=', enCode).forUpdate().executeTakeFirst();
  const written = async (): Promise<number> => {
    const mine = db.selectFrom('core.menu').where('owner', '=', pluginId).where('written', '=', true).where('active', '=', true);
    return Number((await mine.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirst())?.count ?? 0);
  };
  /** An entry of somebody else, or of the plugin's own `plugin.ts`. */
  const isTaken = (row: { readonly owner: string; readonly written: boolean; readonly active: boolean }): boolean =>
    row.owner !== pluginId || (row.active && !row.written);

  return {
    write: (menu: WrittenMenu) =>
      transaction(async () => {
        const [fault] = Value.Errors(menuSchema, menu);
        if (fault) refuse('menu-malformed', { menu: String(menu.enCode), reason: `${fault.instancePath || '/'} ${fault.message}` });
        const length = JSON.stringify(menu).length;
        if (length > MAX_TEXT) refuse('menu-malformed', { menu: menu.enCode, reason: `${length} > ${MAX_TEXT} characters` });
        assertClaimed(menu.enCode, menu.type);
        const row = await rowOf(menu.enCode);
        if (!row?.active && (await written()) >= MAX_WRITTEN) refuse('menu-too-many', { menu: menu.enCode, most: MAX_WRITTEN });
        if (row && isTaken(row)) refuse('menu-taken', { menu: menu.enCode, owner: row.owner });
        if (menu.parent !== undefined) {
          const parent = await db.selectFrom('core.menu').select('type').where('en_code', '=', menu.parent).where('active', '=', true).executeTakeFirst();
          if (parent?.type !== 1) refuse('menu-parent', { menu: menu.enCode, parent: menu.parent });
        }
        await sync.write(pluginId, menu);
      }),
    remove: (enCode) =>
      transaction(async () => {
        const row = await rowOf(enCode);
        if (!row) return;
        assertClaimed(enCode, row.type);
        if (isTaken(row)) refuse('menu-taken', { menu: enCode, owner: row.owner });
        await sync.unwrite(enCode);
      }),
    list: async () => {
      const rows = await db
        .selectFrom('core.menu')
        .select('en_code')
        .where('owner', '=', pluginId)
        .where('written', '=', true)
        .orderBy('sort_code')
        .orderBy('en_code')
        .execute();
      return rows.map((row) => row.en_code);
    },
  };
}
