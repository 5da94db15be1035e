import { defineContract, del, get, pageOf, pageQuery, post, put, richTextSchema, type Static, Type } from '@nephra/plugin-sdk/contract';
import {
  MAX_MATERIAL_NAME,
  MATERIAL_TYPES,
  type MaterialType,
  MAX_ARTICLE_AUTHOR,
  MAX_ARTICLE_DIGEST,
  MAX_ARTICLE_TITLE,
  MAX_ARTICLE_URL,
  MAX_MEDIA_ID,
  PUBLIC_MATERIAL_MENU,
} from './public-limits.ts';

const need = `perm:${PUBLIC_MATERIAL_MENU}` as const;
const materialsType = Type.Unsafe<MaterialType>(Type.Union(MATERIAL_TYPES.map((one) => Type.Literal(one))));
const mediaId = Type.String({ minLength: 1, maxLength: MAX_MEDIA_ID });
const id = Type.String({ minLength: 1, maxLength: 64 });

export const materialRow = Type.Object({
  /** Of the service. */
  id: Type.String(),
  materialsType,
  fullName: Type.String(),
  updateTime: Type.Integer(),
});
export type MaterialRow = Static<typeof materialRow>;

export const materialQuota = Type.Object({ materialsType: Type.Integer(), used: Type.Integer(), most: Type.Integer() });
export type MaterialQuota = Static<typeof materialQuota>;

const articleFields = {
  title: Type.String({ minLength: 1, maxLength: MAX_ARTICLE_TITLE }),
  author: Type.String({ maxLength: MAX_ARTICLE_AUTHOR }),
  digest: Type.String({ maxLength: MAX_ARTICLE_DIGEST }),
  /** Delta; pictures are no part of it. */
  content: richTextSchema,
  /** Picture of the service above it. */
  thumbId: Type.String({ maxLength: MAX_MEDIA_ID }),
  /** Address to read on; empty: none. */
  sourceUrl: Type.String({ maxLength: MAX_ARTICLE_URL }),
};
export const articleRow = Type.Object({
  id: Type.String(),
  ...articleFields,
  /** `changed`: it was edited since it went to the service's box of drafts. `doubtful`: nobody knows whether it got there. */
  state: Type.Union([Type.Literal('draft'), Type.Literal('pushing'), Type.Literal('pushed'), Type.Literal('changed'), Type.Literal('doubtful')]),
  creatorUser: Type.String(),
  lastModifyTime: Type.Integer(),
  version: Type.Integer(),
});
export type ArticleRow = Static<typeof articleRow>;
const articleBody = Type.Object(articleFields);
export type ArticleBody = Static<typeof articleBody>;

/** Pictures, recordings, films and articles of the public account. System administrators alone. */
export const publicMaterialContract = defineContract('wechat-public-material', {
  list: get('/api/WeChat/MPMaterial', {
    summary: 'Materials of one kind as the service keeps them, the latest first',
    need,
    audit: 'none',
    query: Type.Object({ currentPage: pageQuery.currentPage, pageSize: pageQuery.pageSize, materialsType }),
    reply: pageOf(materialRow),
  }),
  quota: get('/api/WeChat/MPMaterial/Actions/Quota', {
    summary: 'How many of each kind the service keeps, and how many it takes',
    need,
    audit: 'none',
    reply: Type.Object({ list: Type.Array(materialQuota) }),
  }),
  content: get('/api/WeChat/MPMaterial/Actions/Content', {
    summary: 'A picture of the service, through this server: no browser asks a foreign host',
    need,
    audit: 'none',
    raw: true,
    query: Type.Object({ mediaId }),
    reply: Type.Null(),
  }),
  add: post('/api/WeChat/MPMaterial', {
    summary:
      'Hands an upload of the type `weixin` to the service and forgets it here. Refused: `wechat.mp-material-type`, `wechat.mp-material-size`, `wechat.mp-quota`, `core.file-missing`',
    need: `${need}:btn_add`,
    audit: 'write',
    retry: 'idempotent-key',
    transaction: 'own',
    body: Type.Object({
      fileId: Type.String({ minLength: 1, maxLength: 120 }),
      materialsType,
      fullName: Type.String({ minLength: 1, maxLength: MAX_MATERIAL_NAME }),
    }),
    reply: materialRow,
  }),
  remove: del('/api/WeChat/MPMaterial/Actions/Remove', {
    summary: 'Deletes a material for good. Gone already: nothing happens. Refused while a menu in force or an article names it (`wechat.mp-material-used`)',
    need: `${need}:btn_remove`,
    audit: 'write',
    retry: 'natural',
    transaction: 'own',
    query: Type.Object({ mediaId }),
    reply: Type.Null(),
  }),
  articles: get('/api/WeChat/MPArticle', {
    summary: 'Articles written here, the latest first',
    need,
    audit: 'none',
    query: Type.Object({ ...pageQuery }),
    reply: pageOf(articleRow),
  }),
  addArticle: post('/api/WeChat/MPArticle', {
    summary: 'Write an article; nothing leaves. Refused: `wechat.mp-article-empty`, `wechat.mp-article-long`, `wechat.mp-article-picture`',
    need: `${need}:btn_article`,
    audit: 'write',
    retry: 'idempotent-key',
    body: articleBody,
    reply: articleRow,
  }),
  saveArticle: put('/api/WeChat/MPArticle/{id}', {
    summary: 'Change an article; nothing leaves. Refused: `wechat.mp-article-stale` and as when one is added',
    need: `${need}:btn_article`,
    audit: 'write',
    retry: 'idempotent-key',
    params: Type.Object({ id }),
    body: Type.Object({ ...articleFields, version: Type.Integer({ minimum: 1 }) }),
    reply: articleRow,
  }),
  removeArticle: del('/api/WeChat/MPArticle/{id}', {
    summary: 'Delete an article here; what is in the service’s box of drafts stays there. Gone already: nothing happens',
    need: `${need}:btn_article`,
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id }),
    reply: Type.Null(),
  }),
  push: post('/api/WeChat/MPArticle/{id}/Actions/Push', {
    summary:
      'Puts an article into the service’s box of drafts, or brings what it has there up to date. Refused: `wechat.mp-article-thumb`, `wechat.mp-article-pushing`, `wechat.mp-media`',
    need: `${need}:btn_article`,
    audit: 'write',
    retry: 'idempotent-key',
    transaction: 'own',
    params: Type.Object({ id }),
    body: Type.Object({ version: Type.Integer({ minimum: 1 }) }),
    reply: articleRow,
  }),
});
