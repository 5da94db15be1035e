import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type Handlers, requireSystemAdministrator, sql } from '@nephra/plugin-sdk/server';
import { MAX_TAG_BYTES } from '../../../contract/public/public-limits.ts';
import type { PublicTag, publicUserContract } from '../../../contract/public/public-user.contract.ts';
import { bytesOf } from '../../../domain/public/menu-rules.ts';
import { callPublic } from '../account/call-public.ts';
import { publicTagTable, publicUserTable } from '../../tables/public.table.ts';
import type { Ctx, ReadCtx, WechatDb } from '../../tables/tables.ts';
import { askingService, type PublicAccount, refused, requirePublicAccount } from '../account/public-account.ts';

/** Numbers below are the service's own: star, and what it counts by itself. */
const FIRST_OWN = 100;

const tagOf = (ctx: ReadCtx, id: number) => publicTagTable.everywhere(ctx, 'a tag of the account', 'tag').where('tag.tagId', '=', id).executeTakeFirst();
const shown = ({ tagId: id, fullName, count }: { readonly tagId: number; readonly fullName: string; readonly count: number }): PublicTag => ({
  ...{ id, fullName, count, fixed: id < FIRST_OWN ? 1 : 0 },
});

async function ownTag(ctx: Ctx, id: number) {
  const tag = await tagOf(ctx, id);
  if (!tag) throw new AppError('wechat.mp-tag', { code: EnvelopeCode.NotFound, params: { errcode: 0, host: '', said: '', ip: '' } });
  if (id < FIRST_OWN) throw refused('tag-fixed');
  return tag;
}

function nameOf(typed: string): string {
  const name = typed.trim();
  if (name === '' || bytesOf(name) > MAX_TAG_BYTES)
    throw new AppError('wechat.mp-tag-name', {
      code: EnvelopeCode.Invalid,
      fields: [{ path: 'fullName', msg: '' }],
      params: { errcode: 0, host: '', said: '', ip: '' },
    });
  return name;
}

/** What the service says of its tags, written over what was known. @throws WechatError */
export async function readTags(ctx: ReadCtx, account: PublicAccount): Promise<void> {
  const { tags } = await callPublic(ctx, account, { path: '/cgi-bin/tags/get', query: {}, repeatable: true });
  const rows = (Array.isArray(tags) ? tags : []).filter(({ id, name }) => Number.isSafeInteger(id) && typeof name === 'string');
  await ctx.transaction(async () => {
    // rows: tags of the account, as the service has them
    await ctx.db.deleteFrom('wechat.public_tag').execute();
    await publicTagTable.insertAll(
      ctx,
      rows.map(({ id, name, count }) => ({
        tagId: id as number,
        fullName: String(name).slice(0, 60),
        count: Number.isSafeInteger(count) ? count : 0,
        updatedAt: ctx.clock.now(),
      })),
      { unlessTaken: ['tagId'] },
    );
  });
}

async function tagPeople(ctx: Ctx, tagId: number, ids: readonly string[], on: boolean) {
  const account = await requirePublicAccount(ctx);
  await ownTag(ctx, tagId);
  const rows = await publicUserTable
    .select(ctx, 'follower')
    .where('follower.id', 'in', [...ids])
    .orderBy('follower.id')
    .execute();
  const changed = rows.filter(({ tags }) => tags.includes(tagId) !== on);
  if (changed.length > 0) {
    const body = { openid_list: changed.map(({ openId }) => openId), tagid: tagId };
    const path = on ? '/cgi-bin/tags/members/batchtagging' : '/cgi-bin/tags/members/batchuntagging';
    await askingService(account, () => callPublic(ctx, account, { path, query: {}, body, repeatable: true }));
    await ctx.transaction(async () => {
      for (const { id, tags } of changed) {
        const next = JSON.stringify(on ? [...tags, tagId] : tags.filter((one) => one !== tagId));
        // rows: followers that the door let the caller see
        await ctx.db
          .updateTable('wechat.public_user')
          .set({ tags: sql`${next}::jsonb`, updated_at: ctx.clock.now() })
          .where('id', '=', id)
          .execute();
      }
      const by = on ? changed.length : -changed.length;
      // rows: the tag in hand
      await ctx.db
        .updateTable('wechat.public_tag')
        .set({ count: sql<number>`greatest(0, count + ${by})` })
        .where('tag_id', '=', tagId)
        .execute();
    });
  }
  ctx.audit({ subject: 'wechat-tag', subjectId: String(tagId), after: { on, followers: changed.map(({ id }) => id) } });
  ctx.message(on ? 'mpTagged' : 'mpUntagged', { n: changed.length });
  return { count: changed.length };
}

type Names = 'tags' | 'addTag' | 'renameTag' | 'removeTag' | 'tagPeople';
/** Tags of the account: what the service says counts, and is written here once it said yes. */
export const tagHandlers: Pick<Handlers<typeof publicUserContract.routes, WechatDb>, Names> = {
  async tags(_input, ctx) {
    const rows = await publicTagTable.everywhere(ctx, 'tags of the account name nobody', 'tag').orderBy('tag.tagId').execute();
    return { list: rows.map(shown) };
  },
  async addTag({ body }, ctx) {
    requireSystemAdministrator(ctx);
    const name = nameOf(body.fullName);
    const account = await requirePublicAccount(ctx);
    const known = await publicTagTable.everywhere(ctx, 'tags of the account', 'tag').where('tag.fullName', '=', name).executeTakeFirst();
    if (known)
      throw new AppError('wechat.mp-tag-name', {
        code: EnvelopeCode.Invalid,
        fields: [{ path: 'fullName', msg: '' }],
        params: { errcode: 45157, host: '', said: '', ip: '' },
      });
    const said = await askingService(account, () =>
      callPublic(ctx, account, { path: '/cgi-bin/tags/create', query: {}, body: { tag: { name } }, repeatable: false }),
    );
    const { id } = (said.tag ?? {}) as { readonly id?: unknown };
    if (!Number.isSafeInteger(id)) throw refused('garbled', { host: '', errcode: 0, said: '', ip: '' });
    const tag = { tagId: id as number, fullName: name, count: 0, updatedAt: ctx.clock.now() };
    await publicTagTable.insertAll(ctx, [tag], { unlessTaken: ['tagId'] });
    ctx.audit({ subject: 'wechat-tag', subjectId: String(tag.tagId), after: { name } });
    return shown(tag);
  },
  async renameTag({ params, body }, ctx) {
    requireSystemAdministrator(ctx);
    const name = nameOf(body.fullName);
    const [account, tag] = [await requirePublicAccount(ctx), await ownTag(ctx, params.tagId)];
    await askingService(account, () =>
      callPublic(ctx, account, { path: '/cgi-bin/tags/update', query: {}, body: { tag: { id: tag.tagId, name } }, repeatable: true }),
    );
    // rows: the tag in hand
    await ctx.db.updateTable('wechat.public_tag').set({ full_name: name, updated_at: ctx.clock.now() }).where('tag_id', '=', tag.tagId).execute();
    ctx.audit({ subject: 'wechat-tag', subjectId: String(tag.tagId), before: { name: tag.fullName }, after: { name } });
    return shown({ ...tag, fullName: name });
  },
  async removeTag({ params }, ctx) {
    requireSystemAdministrator(ctx);
    const [account, tag] = [await requirePublicAccount(ctx), await tagOf(ctx, params.tagId)];
    if (!tag) return null;
    if (tag.tagId < FIRST_OWN) throw refused('tag-fixed');
    await askingService(account, () =>
      callPublic(ctx, account, { path: '/cgi-bin/tags/delete', query: {}, body: { tag: { id: tag.tagId } }, repeatable: true }),
    );
    await ctx.transaction(async () => {
      // rows: the tag in hand
      await ctx.db.deleteFrom('wechat.public_tag').where('tag_id', '=', tag.tagId).execute();
      // rows: followers who had the tag
      await sql`update wechat.public_user set tags = (select coalesce(jsonb_agg(one), '[]'::jsonb) from jsonb_array_elements(tags) one where one <> to_jsonb(${tag.tagId}::integer))
        where tags @> ${JSON.stringify([tag.tagId])}::jsonb`.execute(ctx.db);
    });
    ctx.audit({ subject: 'wechat-tag', subjectId: String(tag.tagId), before: { name: tag.fullName } });
    return null;
  },
  tagPeople({ params, body }, ctx) {
    requireSystemAdministrator(ctx);
    return tagPeople(ctx, params.tagId, body.userIds, body.on);
  },
};
