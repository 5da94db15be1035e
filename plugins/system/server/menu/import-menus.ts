import { AppError, canonicalJson, EnvelopeCode, MenuType } from '@nephra/plugin-sdk/contract';
import { type CallContext, SITE_OWNER, type UploadBody } from '@nephra/plugin-sdk/server';
import type { MenuEdit, MenuImportRow } from '../../contract/menu/menu.contract.ts';
import { MENU_TOP } from '../../contract/menu/menu-limits.ts';
import { type FileChange, type FileMenu, type MenuFile, readMenuFile } from '../../domain/menu/menu-file.ts';
import { textOf } from '../dictionary/import-dictionary.ts';
import type { Ctx, SystemDb } from '../tables/tables.ts';
import { dictionaryCodes, fileChange, fileMenu } from './export-menus.ts';
import { allMenus, itemsOf, lockMenus, type MenuRow, nameIn } from './menu-rows.ts';
import { createMenu, editMenu, turnMenu } from './write-menu.ts';

type Call = CallContext<SystemDb>;
type Outcome = Pick<MenuImportRow, 'act' | 'reason'>;

/** Thrown behind the last line of a preview, so that nothing of it stays. */
class PreviewEnds extends Error {}

async function fileOf(ctx: Ctx, body: UploadBody): Promise<MenuFile> {
  const file = readMenuFile(await textOf(ctx, body));
  if ('flaw' in file) throw new AppError(`system.${file.flaw}`, { code: EnvelopeCode.Invalid, params: { what: file.what } });
  return file;
}

/** What a file would change, found out by doing it and taking it back. */
export async function previewMenus(ctx: Call, body: UploadBody): Promise<MenuImportRow[]> {
  const file = await fileOf(ctx, body);
  const rows: MenuImportRow[] = [];
  const quiet = silent(ctx);
  const attempt = async (enCode: string, fullName: string, work: () => Promise<Outcome>): Promise<void> => {
    const outcome = await work().catch((error: unknown): Outcome => ({ act: 'refuse', reason: refusal(ctx, error) }));
    rows.push({ enCode, fullName, ...outcome });
  };
  await ctx
    .transaction(async () => {
      rows.length = 0;
      await lockMenus(quiet);
      for (const menu of file.menus) await attempt(menu.enCode, menu.titles[ctx.language], () => menuWritten(quiet, menu));
      for (const change of file.changes) {
        const named = (await allMenus(quiet)).find(({ enCode }) => enCode === change.enCode);
        await attempt(change.enCode, change.titles?.[ctx.language] ?? (named && nameIn(named, ctx)) ?? change.enCode, () => changeWritten(quiet, change));
      }
      throw new PreviewEnds();
    })
    .catch((error: unknown) => {
      if (!(error instanceof PreviewEnds)) throw error;
    });
  return rows;
}

/** Writes a file, all or nothing, through the same rules as the page. @throws AppError what the first wrong entry is refused with */
export async function importMenus(
  ctx: Call,
  body: UploadBody,
): Promise<{ readonly created: number; readonly edited: number; readonly unchanged: number; readonly skipped: number }> {
  const file = await fileOf(ctx, body);
  const quiet = silent(ctx);
  const acts = await ctx.transaction(async () => {
    await lockMenus(quiet);
    const done: Outcome['act'][] = [];
    for (const menu of file.menus) done.push((await named(menu.enCode, () => menuWritten(quiet, menu))).act);
    for (const change of file.changes) done.push((await named(change.enCode, () => changeWritten(quiet, change))).act);
    return done;
  });
  const count = (act: Outcome['act']): number => acts.filter((one) => one === act).length;
  const counts = { created: count('create'), edited: count('edit'), unchanged: count('same'), skipped: count('skip') };
  ctx.audit({ subject: 'menu', before: null, after: { ...counts, codes: [...file.menus, ...file.changes].map(({ enCode }) => enCode) } });
  ctx.message('menu.imported', counts);
  return counts;

  /** A refusal of one among many says which. */
  async function named(enCode: string, work: () => Promise<Outcome>): Promise<Outcome> {
    return await work().catch((error: unknown) => {
      throw new AppError('system.menu-file-refused', { code: EnvelopeCode.Refused, params: { code: enCode, reason: refusal(ctx, error) } });
    });
  }
}

/** One call, one audit entry: the lines of a file add none of their own. */
const silent = (ctx: Call): Ctx => Object.create(ctx, { audit: { value: () => undefined } }) as Ctx;
/** @throws what is no refusal */
const refusal = (ctx: Call, error: unknown): string => ctx.refusalText(error).msg;

function parentId(rows: readonly MenuRow[], enCode: string): string {
  if (enCode === '') return MENU_TOP;
  const found = rows.find((row) => row.enCode === enCode);
  if (!found) throw new AppError('system.menu-parent', { code: EnvelopeCode.Invalid });
  return found.id;
}

/** Writes an entry of the site as a file has it. */
export async function menuWritten(ctx: Ctx, menu: FileMenu): Promise<Outcome> {
  const rows = await allMenus(ctx);
  const stored = rows.find(({ enCode }) => enCode === menu.enCode);
  const { codeOf, idOf } = await dictionaryCodes(ctx);
  if (stored?.owner === SITE_OWNER && canonicalJson(fileMenu(stored, await itemsOf(ctx, stored.enCode), codeOf)) === canonicalJson(menu))
    return { act: 'same', reason: '' };
  const { dictionary, ...property } = menu.property as Readonly<Record<string, unknown>>;
  const moduleId = menu.type === MenuType.Dictionary ? { moduleId: idOf.get(String(dictionary)) ?? String(dictionary ?? '') } : {};
  const body: MenuEdit = {
    titles: menu.titles,
    parentId: parentId(rows, menu.parent),
    iconName: menu.icon,
    sortCode: menu.sortCode,
    hidden: menu.hidden,
    description: menu.description,
    linkTarget: menu.linkTarget,
    urlAddress: menu.urlAddress,
    propertyJson: JSON.stringify({ ...property, ...moduleId }),
    items: menu.items as NonNullable<MenuEdit['items']>,
  };
  const id = stored?.owner === SITE_OWNER ? stored.id : await createMenu(ctx, { ...body, enCode: menu.enCode, type: menu.type });
  if (stored?.id === id) await editMenu(ctx, id, { ...body, type: menu.type });
  if ((stored?.enabled ?? true) !== (menu.enabledMark === 1)) await turnMenu(ctx, id);
  return { act: stored ? 'edit' : 'create', reason: '' };
}

/** Writes what a file changes about an entry of shell or plugin; `skip`: that is not here. */
export async function changeWritten(ctx: Ctx, change: FileChange): Promise<Outcome> {
  const rows = await allMenus(ctx);
  const stored = rows.find(({ enCode, owner }) => enCode === change.enCode && owner !== SITE_OWNER);
  if (!stored) return { act: 'skip', reason: ctx.text('menu.absent') };
  if (canonicalJson(fileChange(stored)) === canonicalJson(change)) return { act: 'same', reason: '' };
  const { titles = {}, icon = stored.icon, sortCode = stored.sortCode, parent = stored.parentCode ?? '', hidden = 0, description = '' } = change;
  await editMenu(ctx, stored.id, {
    titles: { zh: titles.zh ?? stored.titleZh, zhtw: titles.zhtw ?? stored.titleZhtw, en: titles.en ?? stored.titleEn },
    iconName: icon,
    sortCode,
    // An owner's directory that is not here stays as it is.
    ...(change.parent === undefined && !rows.some(({ enCode }) => enCode === parent) ? {} : { parentId: parentId(rows, parent) }),
    hidden,
    description,
  });
  if (stored.enabled !== (change.enabledMark === 1)) await turnMenu(ctx, stored.id);
  return { act: 'edit', reason: '' };
}
