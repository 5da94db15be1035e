import { AppError, EnvelopeCode, toPage } from '@nephra/plugin-sdk/contract';
import { extend, fileHolders, implement, type RawReply, requireSystemAdministrator } from '@nephra/plugin-sdk/server';
import { MATERIAL_TYPES, MATERIAL_UPLOAD, type MaterialType } from '../../../contract/public/public-limits.ts';
import { type MaterialQuota, type MaterialRow, publicMaterialContract } from '../../../contract/public/public-material.contract.ts';
import { MATERIALS, materialFlaw } from '../../../domain/public/material-rules.ts';
import { callPublic, fetchPublic } from '../account/call-public.ts';
import { WechatError } from '../../gateway/wechat-error.ts';
import { articleTable } from '../../tables/public-message.table.ts';
import type { Ctx, ReadCtx, WechatDb } from '../../tables/tables.ts';
import { askingService, refused, requirePublicAccount } from '../account/public-account.ts';
import { menuInForce } from '../menu/public-menu.ts';
import { articleHandlers } from './articles.ts';

/** The service gives so many at once. */
const PAGE = 20;
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/bmp']);

const invalid = (key: string, path: string): AppError => new AppError(`wechat.mp-${key}`, { code: EnvelopeCode.Invalid, fields: [{ path, msg: '' }] });
const numberOf = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0);

async function listed(ctx: Ctx, type: MaterialType, page: number, size: number): Promise<{ readonly list: MaterialRow[]; readonly total: number }> {
  const account = await requirePublicAccount(ctx);
  const list: MaterialRow[] = [];
  let total = 0;
  await askingService(account, async () => {
    for (let offset = (page - 1) * size; list.length < size; offset += PAGE) {
      const body = { type: MATERIALS[type].wire, offset, count: Math.min(PAGE, size - list.length) };
      const said = await callPublic(ctx, account, { path: '/cgi-bin/material/batchget_material', query: {}, body, repeatable: true });
      total = numberOf(said.total_count);
      const rows = Array.isArray(said.item) ? said.item : [];
      for (const { media_id: id, name, update_time: seconds } of rows)
        if (typeof id === 'string')
          list.push({ id, materialsType: type, fullName: typeof name === 'string' ? name.slice(0, 100) : '', updateTime: numberOf(seconds) * 1_000 });
      if (rows.length < body.count) return;
    }
  });
  return { list, total };
}

async function quota(ctx: Ctx): Promise<MaterialQuota[]> {
  const account = await requirePublicAccount(ctx);
  const said = await askingService(account, () => callPublic(ctx, account, { path: '/cgi-bin/material/get_materialcount', query: {}, repeatable: true }));
  return MATERIAL_TYPES.map((materialsType) => ({
    ...{ materialsType, used: numberOf(said[`${MATERIALS[materialsType].wire}_count`]), most: MATERIALS[materialsType].most },
  }));
}

async function bytesOf(ctx: ReadCtx, fileId: string) {
  const file = await ctx.files.open(fileId);
  const parts: Buffer[] = [];
  for await (const part of file.content) parts.push(part as Buffer);
  return { ...file, bytes: Buffer.concat(parts) };
}

async function add(ctx: Ctx, fileId: string, type: MaterialType, typed: string): Promise<MaterialRow> {
  const account = await requirePublicAccount(ctx);
  const file = await bytesOf(ctx, fileId);
  // Somebody else's upload, or one for something else, is answered like none.
  if (file.createdBy !== ctx.user.userId || file.type !== MATERIAL_UPLOAD) throw new AppError('core.file-missing', { code: EnvelopeCode.NotFound });
  const extension = fileId.split('.').at(-1) ?? '';
  const flaw = materialFlaw(type, { extension, size: file.size });
  if (flaw) throw invalid(`material-${flaw}`, 'fileId');
  const fullName = typed.trim();
  const fields: Record<string, string> = type === 4 ? { description: JSON.stringify({ title: fullName, introduction: '' }) } : {};
  const said = await askingService(account, () =>
    callPublic(ctx, account, {
      ...{ path: '/cgi-bin/material/add_material', query: { type: MATERIALS[type].wire }, repeatable: false },
      file: { fileName: `${fullName}.${extension}`, contentType: file.contentType, content: file.bytes, fields },
    }),
  );
  if (typeof said.media_id !== 'string') throw refused('garbled', { host: '', errcode: 0, said: '', ip: '' });
  // It lies with the service now.
  await ctx.files.remove(fileId);
  ctx.audit({ subject: 'wechat-material', subjectId: said.media_id, after: { type, fullName, size: file.size } });
  ctx.message('mpMaterialAdded');
  return { id: said.media_id, materialsType: type, fullName, updateTime: ctx.clock.now().getTime() };
}

async function remove(ctx: Ctx, mediaId: string): Promise<null> {
  const account = await requirePublicAccount(ctx);
  const [used] = await articleTable.select(ctx, 'article').where('article.thumbId', '=', mediaId).limit(1).execute();
  const inForce = await askingService(account, () => menuInForce(ctx, account));
  const isInMenu = inForce.some((button) => [button, ...button.children].some(({ type, content }) => type === 'media_id' && content === mediaId));
  if (used || isInMenu) throw refused('material-used');
  await askingService(account, async () => {
    try {
      await callPublic(ctx, account, { path: '/cgi-bin/material/del_material', query: {}, body: { media_id: mediaId }, repeatable: true });
    } catch (error) {
      if (!(error instanceof WechatError && error.errcode === 40007)) throw error;
    }
  });
  ctx.audit({ subject: 'wechat-material', subjectId: mediaId, note: 'remove' });
  return null;
}

async function picture(ctx: Ctx, mediaId: string): Promise<RawReply> {
  const account = await requirePublicAccount(ctx);
  const request = { path: '/cgi-bin/material/get_material', query: {}, body: { media_id: mediaId }, repeatable: true } as const;
  const { content, type } = await askingService(account, () => fetchPublic(ctx, account, request));
  const contentType = type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!PICTURES.has(contentType) || content.length === 0) throw new AppError('core.file-missing', { code: EnvelopeCode.NotFound });
  return { content, contentType, disposition: 'inline', fileName: 'picture', cacheSeconds: 3_600 };
}

/** Materials of the account, for system administrators. */
export const publicMaterialRoutes = implement<WechatDb>()(publicMaterialContract, {
  async list({ query }, ctx) {
    requireSystemAdministrator(ctx);
    const { list, total } = await listed(ctx, query.materialsType, query.currentPage ?? 1, Math.min(query.pageSize ?? PAGE, 100));
    return toPage(list, total, query);
  },
  async quota(_input, ctx) {
    requireSystemAdministrator(ctx);
    return { list: await quota(ctx) };
  },
  content({ query }, ctx) {
    requireSystemAdministrator(ctx);
    return picture(ctx, query.mediaId);
  },
  add({ body }, ctx) {
    requireSystemAdministrator(ctx);
    return add(ctx, body.fileId, body.materialsType, body.fullName);
  },
  remove({ query }, ctx) {
    requireSystemAdministrator(ctx);
    return remove(ctx, query.mediaId);
  },
  ...articleHandlers,
});

/** Uploads on their way to the service hang on no row: what did not get there is an orphan. */
export const materialHolder = extend(fileHolders, (_ctx: ReadCtx) => ({ types: [MATERIAL_UPLOAD], held: async () => [] }));
