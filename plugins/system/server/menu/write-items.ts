import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { MenuItemInfo } from '../../contract/menu/menu.contract.ts';
import type { Ctx } from '../tables/tables.ts';
import { itemsOf } from './menu-rows.ts';

const keyOf = ({ kind, enCode }: Pick<MenuItemInfo, 'kind' | 'enCode'>): string => `${kind} ${enCode}`;

/**
 * Writes the codes of an entry of the site: those that are left out go with what was granted of them.
 * @throws AppError `system.menu-item-doubled`, `system.menu-item-name` at the code, `system.menu-field-used` where a data scheme names a field that would go
 */
export async function writeItems(ctx: Ctx, menuCode: string, items: readonly MenuItemInfo[]): Promise<void> {
  const keys = items.map(keyOf);
  for (const [at, { enCode, titles }] of items.entries()) {
    const refuse = (key: string, field: string): never => {
      throw new AppError(`system.${key}`, {
        code: EnvelopeCode.Invalid,
        params: { code: enCode, n: at + 1 },
        fields: [{ path: `items.${at}.${field}`, msg: '' }],
      });
    };
    if (keys.indexOf(keys[at] ?? '') !== at) refuse('menu-item-doubled', 'enCode');
    if ([titles.zh, titles.zhtw, titles.en].some((name) => name.trim() === '')) refuse('menu-item-name', 'titles');
  }
  const stored = await itemsOf(ctx, menuCode);
  const gone = stored.filter((row) => !keys.includes(keyOf(row)));
  await assertFieldsUnused(
    ctx,
    menuCode,
    gone.flatMap((row) => (row.kind === 'field' ? [row.enCode] : [])),
  );
  for (const { id, kind, enCode } of gone) {
    // rows: one code of an entry of the installation, by its id
    await ctx.db.deleteFrom('core.menu_item').where('id', '=', id).execute();
    if (kind === 'field') continue;
    // rows: what was granted of that code
    await ctx.db.deleteFrom('core.permission_grant').where('menu_code', '=', menuCode).where('kind', '=', kind).where('item_code', '=', enCode).execute();
  }
  if (items.length === 0) return;
  await ctx.db
    .insertInto('core.menu_item')
    .values(
      items.map(({ kind, enCode, titles, type, enabledMark }, order) => ({
        id: ctx.newId(),
        menu_code: menuCode,
        kind,
        en_code: enCode,
        title_zh: titles.zh.trim(),
        title_zhtw: titles.zhtw.trim(),
        title_en: titles.en.trim(),
        sort_code: order,
        property: JSON.stringify(kind === 'field' ? { type } : {}),
        active: kind === 'field' || enabledMark !== 0,
        hints_applied: true,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['menu_code', 'kind', 'en_code']).doUpdateSet((eb) => ({
        title_zh: eb.ref('excluded.title_zh'),
        title_zhtw: eb.ref('excluded.title_zhtw'),
        title_en: eb.ref('excluded.title_en'),
        sort_code: eb.ref('excluded.sort_code'),
        property: eb.ref('excluded.property'),
        active: eb.ref('excluded.active'),
      })),
    )
    .execute();
}

async function assertFieldsUnused(ctx: Ctx, menuCode: string, fields: readonly string[]): Promise<void> {
  if (fields.length === 0) return;
  // rows: names of the data schemes of one entry
  const schemes = await ctx.db
    .selectFrom('core.data_scheme')
    .select(['full_name', 'condition'])
    .where('menu_code', '=', menuCode)
    .where('deleted_at', 'is', null)
    .execute();
  for (const field of fields) {
    const user = schemes.find(({ condition }) => JSON.stringify(condition).includes(`"${field}"`));
    if (user) throw new AppError('system.menu-field-used', { code: EnvelopeCode.Refused, params: { code: field, name: user.full_name } });
  }
}
