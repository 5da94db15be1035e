import { AppError, EnvelopeCode, toPage } from '@nephra/plugin-sdk/contract';
import { cleanRichText, deltaToHtml, type Handlers, isEmptyRichText, requireSystemAdministrator, richTextFlaw, selectPage } from '@nephra/plugin-sdk/server';
import { MAX_ARTICLE_HTML } from '../../../contract/public/public-limits.ts';
import type { ArticleBody, ArticleRow, publicMaterialContract } from '../../../contract/public/public-material.contract.ts';
import { callPublic } from '../account/call-public.ts';
import { publicRefusalOf, WechatError } from '../../gateway/wechat-error.ts';
import { articleTable, type ArticleStored } from '../../tables/public-message.table.ts';
import type { Ctx, WechatDb } from '../../tables/tables.ts';
import { refused, requirePublicAccount } from '../account/public-account.ts';

/** Whoever hands an article over has so long; a call takes less. */
const PUSH_MS = 60_000;

const shown = ({ id, title, author, digest, content, thumbId, sourceUrl, state, creatorUser, updatedAt, version }: ArticleStored): ArticleRow => ({
  ...{ id, title, author, digest, content, thumbId, sourceUrl, state, creatorUser, lastModifyTime: updatedAt.getTime(), version },
});

const invalid = (key: string, path: string): AppError => new AppError(`wechat.mp-article-${key}`, { code: EnvelopeCode.Invalid, fields: [{ path, msg: '' }] });

function checked(body: ArticleBody) {
  const content = cleanRichText(body.content);
  if (richTextFlaw(content) || deltaToHtml(content).length > MAX_ARTICLE_HTML) throw invalid('long', 'content');
  if (isEmptyRichText(content)) throw invalid('empty', 'content');
  if (content.ops.some(({ insert }) => typeof insert !== 'string')) throw invalid('picture', 'content');
  const sourceUrl = body.sourceUrl.trim();
  if (sourceUrl !== '' && (!/^https?:\/\//i.test(sourceUrl) || !URL.canParse(sourceUrl))) throw invalid('url', 'sourceUrl');
  return { title: body.title.trim(), author: body.author.trim(), digest: body.digest.trim(), content, thumbId: body.thumbId, sourceUrl };
}

const audit = (ctx: Ctx, id: string, note: string): void => ctx.audit({ subject: 'wechat-article', subjectId: id, note });

/** What the service calls an article of its box of drafts. */
const wireOf = ({ title, author, digest, content, thumbId, sourceUrl }: ArticleStored) => ({
  ...{ title, author, digest, content: deltaToHtml(content), content_source_url: sourceUrl, thumb_media_id: thumbId },
  ...{ need_open_comment: 0, only_fans_can_comment: 0 },
});

async function push(ctx: Ctx, id: string, version: number): Promise<ArticleRow> {
  const account = await requirePublicAccount(ctx);
  const taken = await ctx.transaction(async () => {
    const row = await articleTable.lock(ctx, id, version);
    if (row.thumbId === '') throw invalid('thumb', 'thumbId');
    const now = ctx.clock.steady();
    if (row.state === 'pushing' && row.pushingUntil !== null && row.pushingUntil > now) throw refused('article-pushing');
    return await articleTable.update(ctx, row, { state: 'pushing', pushingUntil: new Date(now.getTime() + PUSH_MS) });
  });
  const settle = (change: { readonly state: ArticleStored['state']; readonly mediaId?: string }) =>
    ctx.transaction(async () => articleTable.update(ctx, await articleTable.lock(ctx, id), { ...change, pushingUntil: null }));
  audit(ctx, id, 'push');
  try {
    if (taken.mediaId !== '') {
      // The same article over itself: a lost answer is asked for again.
      const body = { media_id: taken.mediaId, index: 0, articles: wireOf(taken) };
      await callPublic(ctx, account, { path: '/cgi-bin/draft/update', query: {}, body, repeatable: true });
      return shown(await settle({ state: 'pushed' }));
    }
    const said = await callPublic(ctx, account, { path: '/cgi-bin/draft/add', query: {}, body: { articles: [wireOf(taken)] }, repeatable: false });
    if (typeof said.media_id !== 'string') throw new WechatError('garbled', { doubtful: true });
    return shown(await settle({ state: 'pushed', mediaId: said.media_id.slice(0, 128) }));
  } catch (error) {
    if (!(error instanceof WechatError)) throw error;
    await settle({ state: error.doubtful && taken.mediaId === '' ? 'doubtful' : taken.mediaId === '' ? 'draft' : 'changed' });
    throw publicRefusalOf(error, account.gateway);
  }
}

type Names = 'articles' | 'addArticle' | 'saveArticle' | 'removeArticle' | 'push';
/** Articles that are written here and handed to the service's box of drafts. */
export const articleHandlers: Pick<Handlers<typeof publicMaterialContract.routes, WechatDb>, Names> = {
  async articles({ query }, ctx) {
    requireSystemAdministrator(ctx);
    const found = articleTable.select(ctx, 'article');
    const page = await selectPage(found, { db: ctx.db, request: query, sorts: {}, byDefault: ['article.updatedAt', 'desc'], tieBreaker: 'article.id' });
    return toPage(page.list.map(shown), page.pagination.total, query);
  },
  async addArticle({ body }, ctx) {
    requireSystemAdministrator(ctx);
    const row = await articleTable.insert(ctx, {
      ...checked(body),
      mediaId: '',
      state: 'draft',
      pushingUntil: null,
      creatorUser: ctx.user.userName.slice(0, 100),
    });
    audit(ctx, row.id, 'add');
    return shown(row);
  },
  async saveArticle({ params, body: { version, ...body } }, ctx) {
    requireSystemAdministrator(ctx);
    const row = await articleTable.lock(ctx, params.id, version);
    const state = row.state === 'pushed' ? 'changed' : row.state;
    const after = await articleTable.update(ctx, row, { ...checked(body), state });
    audit(ctx, row.id, 'save');
    return shown(after);
  },
  async removeArticle({ params }, ctx) {
    requireSystemAdministrator(ctx);
    const row = await articleTable.find(ctx, params.id);
    if (row) {
      await articleTable.retire(ctx, row);
      audit(ctx, row.id, 'remove');
    }
    return null;
  },
  push({ params, body }, ctx) {
    requireSystemAdministrator(ctx);
    return push(ctx, params.id, body.version);
  },
};
