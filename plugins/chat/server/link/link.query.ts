import { chatLinkTargets, type ChatLinkRow } from '@nephra/plugin-sdk/server';
import type { OpenedLink } from '../../contract/conversation.contract.ts';
import { MAX_LINK_CANDIDATES } from '../../contract/limits.ts';
import type { LinkContent } from '../../contract/message.schema.ts';
import type { Ctx } from '../tables/tables.ts';

const shown = (kind: string, { id, title, opens }: ChatLinkRow): OpenedLink => ({ kind, id, title, menu: opens.menu, query: { ...opens.query } });

export const linkKinds = (ctx: Ctx): { kind: string; title: string }[] =>
  ctx.extensions(chatLinkTargets).map(({ value }) => ({ kind: value.kind, title: value.title[ctx.language] ?? value.title.zh }));

export async function linkCandidates(ctx: Ctx, kind: string, keyword: string): Promise<OpenedLink[]> {
  const target = ctx.extensions(chatLinkTargets).find(({ value }) => value.kind === kind)?.value;
  const rows = target && keyword.trim() !== '' ? await target.search(ctx, keyword.trim(), MAX_LINK_CANDIDATES) : [];
  ctx.audit({ subject: 'chat-link', subjectId: kind });
  return rows.slice(0, MAX_LINK_CANDIDATES).map((row) => shown(kind, row));
}

/** Each owner is asked for its own, with the rights of whoever reads. An owner that fails leaves its links out and no others. */
export async function openLinks(ctx: Ctx, links: readonly LinkContent[]): Promise<OpenedLink[]> {
  const opened: OpenedLink[] = [];
  for (const { pluginId, value } of ctx.extensions(chatLinkTargets)) {
    const ids = [...new Set(links.filter(({ kind }) => kind === value.kind).map(({ id }) => id))];
    if (ids.length === 0) continue;
    try {
      const rows = await value.find(ctx, ids);
      opened.push(...rows.map((row) => shown(value.kind, row)));
    } catch (error) {
      ctx.log.warn({ err: error, plugin: pluginId }, 'links of a plugin cannot be told');
    }
  }
  ctx.audit({ subject: 'chat-link', after: { opened: opened.map(({ kind, id }) => `${kind}:${id}`) } });
  return opened;
}
