import { auditReader } from '@nephra/plugin-sdk/server';
import { actTitle, type RightTitles } from '../../domain/log/act-title.ts';
import type { Ctx } from '../tables/tables.ts';

/** Acts that hang on no page, by the names of their texts. */
const COMING_AND_GOING: Readonly<Record<string, string>> = {
  'session.login': 'login',
  'session.logout': 'logout',
  'session.lock': 'lock',
  'session.unlock': 'unlock',
  'session.scanState': 'scan',
  'session.scanConfirm': 'scanConfirm',
  'session.exchangeTicket': 'ticket',
};

/** Names of acts in the language of the caller, '' for those that have none. Menus and buttons are read once, for as many acts as are asked for. */
export async function actTitles(ctx: Ctx): Promise<(action: string) => string> {
  const reader = ctx.service(auditReader);
  const titles = await rightTitles(ctx);
  return (action) => {
    const text = COMING_AND_GOING[action];
    return text === undefined ? actTitle(reader.route(action)?.permissions ?? [], titles) : ctx.text(`log.acts.${text}`);
  };
}

/** Acts of a log whose name has this text, large and small letters alike; undefined where no text is asked for. */
export function actsCalled(ctx: Ctx, text: string | undefined, titleOf: (action: string) => string): string[] | undefined {
  const wanted = text?.trim().toLowerCase() ?? '';
  if (wanted === '') return undefined;
  const reader = ctx.service(auditReader);
  return [...reader.actions('login'), ...reader.actions('operation')].filter((action) => titleOf(action).toLowerCase().includes(wanted));
}

async function rightTitles(ctx: Ctx): Promise<RightTitles> {
  const title = `title_${ctx.language}` as const;
  // rows: what menus and buttons are called is the same for everybody
  const [menus, buttons] = await Promise.all([
    ctx.db.selectFrom('core.menu').select(['en_code', title]).execute(),
    ctx.db.selectFrom('core.menu_item').select(['menu_code', 'en_code', title]).where('kind', '=', 'button').execute(),
  ]);
  return new Map([
    ...menus.map((row) => [row.en_code, row[title]] as const),
    ...buttons.map((row) => [`${row.menu_code}:${row.en_code}`, row[title]] as const),
  ]);
}
