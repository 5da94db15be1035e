import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { implement, requireSystemAdministrator } from '@nephra/plugin-sdk/server';
import { type MenuButton, type PublicMenu, publicMenuContract } from '../../../contract/public/public-menu.contract.ts';
import { menuChanges, menuFlaws, menuOfWire, menuToWire } from '../../../domain/public/menu-rules.ts';
import { callPublic } from '../account/call-public.ts';
import { WechatError } from '../../gateway/wechat-error.ts';
import { menuReleaseTable, publicMenuTable } from '../../tables/public.table.ts';
import type { Ctx, ReadCtx, WechatDb } from '../../tables/tables.ts';
import { askingService, type PublicAccount, requirePublicAccount } from '../account/public-account.ts';

const MENU = 'menu';

const kept = (ctx: ReadCtx) => publicMenuTable.everywhere(ctx, 'the one menu of the account', 'menu').where('menu.id', '=', MENU).executeTakeFirst();
const latest = (ctx: ReadCtx) =>
  menuReleaseTable
    .everywhere(ctx, 'the latest publication of the menu', 'release')
    .orderBy('release.createdAt', 'desc')
    .orderBy('release.id', 'desc')
    .limit(1)
    .executeTakeFirst();

async function shown(ctx: ReadCtx): Promise<PublicMenu> {
  const [menu, release] = [await kept(ctx), await latest(ctx)];
  return {
    ...{ buttons: [...(menu?.buttons ?? [])], version: menu?.version ?? 0 },
    ...{ publishTime: release?.createdAt.getTime() ?? 0, publishUser: release?.creatorUser ?? '', undoId: release && !release.undoneAt ? release.id : '' },
  };
}

const stale = () => new AppError('wechat.mp-menu-stale', { code: EnvelopeCode.Conflict });

/** @throws AppError `wechat.mp-menu-…`, at the buttons that are at fault */
function assertWhole(buttons: readonly MenuButton[]): void {
  const flaws = menuFlaws(buttons);
  const [first] = flaws;
  if (!first) return;
  const fields = flaws.map(({ place, field }) => ({ path: `buttons.${place.replace('.', '.children.')}.${field}`, msg: '' }));
  throw new AppError(`wechat.mp-menu-${first.flaw}`, { code: EnvelopeCode.Invalid, fields });
}

async function save(ctx: Ctx, buttons: readonly MenuButton[], version: number): Promise<PublicMenu> {
  assertWhole(buttons);
  const row = publicMenuTable.toSql({ id: MENU, buttons, version: version + 1, updatedAt: ctx.clock.now() });
  const { id: _id, ...changes } = row;
  // rows: the one menu, as its reader saw it
  const saved =
    version === 0
      ? await ctx.db
          .insertInto('wechat.public_menu')
          .values(row)
          .onConflict((one) => one.doNothing())
          .returning('id')
          .executeTakeFirst()
      : await ctx.db.updateTable('wechat.public_menu').set(changes).where('id', '=', MENU).where('version', '=', version).returning('id').executeTakeFirst();
  if (!saved) throw stale();
  ctx.audit({ subject: 'wechat-public-menu', subjectId: MENU, after: { buttons } });
  return await shown(ctx);
}

/** What readers see now, however it came there. @throws WechatError */
export const menuInForce = async (ctx: ReadCtx, account: PublicAccount): Promise<MenuButton[]> =>
  menuOfWire(await callPublic(ctx, account, { path: '/cgi-bin/get_current_selfmenu_info', query: {}, repeatable: true }));

/** The same menu twice is the same menu, so a lost answer is asked for again. @throws WechatError */
async function put(ctx: ReadCtx, account: PublicAccount, buttons: readonly MenuButton[]): Promise<void> {
  if (buttons.length > 0) await callPublic(ctx, account, { path: '/cgi-bin/menu/create', query: {}, body: { button: menuToWire(buttons) }, repeatable: true });
  else {
    try {
      await callPublic(ctx, account, { path: '/cgi-bin/menu/delete', query: {}, repeatable: true });
    } catch (error) {
      // There is none.
      if (!(error instanceof WechatError && error.errcode === 46003)) throw error;
    }
  }
}

async function publish(ctx: Ctx, buttons: readonly MenuButton[], undone?: string): Promise<PublicMenu> {
  const account = await requirePublicAccount(ctx);
  const before = await askingService(account, () => menuInForce(ctx, account));
  await askingService(account, () => put(ctx, account, buttons));
  return await ctx.transaction(async () => {
    // rows: the publication that is taken back
    if (undone !== undefined) await ctx.db.updateTable('wechat.public_menu_release').set({ undone_at: ctx.clock.now() }).where('id', '=', undone).execute();
    // Published again by whoever got no answer: nothing new to take back.
    else if (menuChanges(before, buttons).length > 0)
      await menuReleaseTable.insertAll(ctx, [
        { id: ctx.newId(), buttons, before, creatorUser: ctx.user.userName.slice(0, 100), createdAt: ctx.clock.now(), undoneAt: null },
      ]);
    ctx.audit({
      subject: 'wechat-public-menu',
      subjectId: MENU,
      before: { buttons: before },
      after: { buttons },
      ...(undone !== undefined && { note: 'undo' }),
    });
    return await shown(ctx);
  });
}

/** The menu of the account, for system administrators. */
export const publicMenuRoutes = implement<WechatDb>()(publicMenuContract, {
  read(_input, ctx) {
    requireSystemAdministrator(ctx);
    return shown(ctx);
  },
  save({ body }, ctx) {
    requireSystemAdministrator(ctx);
    return save(ctx, body.buttons, body.version);
  },
  async preview(_input, ctx) {
    requireSystemAdministrator(ctx);
    const account = await requirePublicAccount(ctx);
    const [menu, release] = [await kept(ctx), await latest(ctx)];
    const before = await askingService(account, () => menuInForce(ctx, account));
    const ours = release ? (release.undoneAt ? release.before : release.buttons) : [];
    return { changes: menuChanges(before, menu?.buttons ?? []), elsewhere: menuChanges(ours, before).length > 0 };
  },
  async publish({ body }, ctx) {
    requireSystemAdministrator(ctx);
    const menu = await kept(ctx);
    if ((menu?.version ?? 0) !== body.version) throw stale();
    assertWhole(menu?.buttons ?? []);
    const done = await publish(ctx, menu?.buttons ?? []);
    ctx.message('mpMenuPublished');
    return done;
  },
  async undo({ body }, ctx) {
    requireSystemAdministrator(ctx);
    const release = await latest(ctx);
    if (!release || release.id !== body.id) throw new AppError('wechat.mp-menu-not-last', { code: EnvelopeCode.Conflict });
    // Sent again: it is taken back already.
    const done = release.undoneAt ? await shown(ctx) : await publish(ctx, release.before, release.id);
    ctx.message('mpMenuUndone');
    return done;
  },
});
