import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../../../shell/server/core/log.ts';
import { createServer } from '../../../../shell/server/index.ts';
import { openForSecondServer, testEngine } from '../../../../tests/support/databases/test-database.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { startWechatSimulator, type WechatSimulator } from '../../../../tools/sim/wechat/index.ts';
import type { ArticleRow, MaterialRow } from '../../contract/public/public-material.contract.ts';

let sim: WechatSimulator;
let server: TestServer;
let admin: TestClient;
let nurse: TestClient;

beforeAll(async () => {
  sim = await startWechatSimulator({ port: 0, now: () => server.time.now.getTime() });
  server = await startTestServer({ plugins: ALL_PLUGINS, config: { ratePerMinute: 1_000_000, outboundAllow: [`wechat=${sim.url}`] } });
  await sql`update wechat.public_account set gateway = ${sim.url}`.execute(server.db);
  [admin, nurse] = [await server.signIn('admin'), await server.signIn('nurse')];
});
afterAll(async () => {
  await server?.close();
  await sim?.close();
});

describe('materials and articles', () => {
  const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const upload = async (name: string, type = 'weixin') => {
    const body = Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`),
      PNG,
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const reply = await admin.raw({
      method: 'POST',
      url: `/api/file/Uploader/${type}`,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      payload: body,
    });
    return (reply.json() as { data: { name: string; fileId?: string; url: string } }).data;
  };

  it('go to the service and are forgotten here; a picture comes back through this server; an article goes to its box of drafts', async () => {
    const stored = await upload('SIM.png');
    const fileId = stored.fileId ?? stored.name;
    expect((await admin.post('/api/WeChat/MPMaterial', { fileId, materialsType: 3, fullName: 'SIM' })).extras?.error).toBe('wechat.mp-material-type');
    const annex = await upload('SIM.png', 'annex');
    expect((await admin.post('/api/WeChat/MPMaterial', { fileId: annex.fileId ?? annex.name, materialsType: 2, fullName: 'SIM' })).extras?.error).toBe(
      'core.file-missing',
    );
    const { data: material } = await admin.post<MaterialRow>('/api/WeChat/MPMaterial', { fileId, materialsType: 2, fullName: 'SIM 封面' });
    expect(sim.mp.store.materials.at(-1)).toMatchObject({ id: material.id, fileName: 'SIM 封面.png' });
    expect((await sql<{ n: string }>`select count(*) as n from core.stored_file where id = ${fileId}`.execute(server.db)).rows[0]?.n).toBe('0');
    expect((await admin.get<{ list: MaterialRow[] }>('/api/WeChat/MPMaterial?currentPage=1&pageSize=20&materialsType=2')).data.list).toHaveLength(1);
    expect((await admin.get<{ list: object[] }>('/api/WeChat/MPMaterial/Actions/Quota')).data.list).toContainEqual({
      materialsType: 2,
      used: 1,
      most: 100_000,
    });
    const picture = await admin.raw({ method: 'GET', url: `/api/WeChat/MPMaterial/Actions/Content?mediaId=${material.id}` });
    expect([picture.statusCode, picture.headers['content-type'], picture.rawPayload.equals(PNG)]).toEqual([200, 'image/png', true]);
    expect((await nurse.raw({ method: 'GET', url: `/api/WeChat/MPMaterial/Actions/Content?mediaId=${material.id}` })).statusCode).toBe(403);

    const article = { title: '透析饮食', author: 'SIM', digest: '', content: { ops: [{ insert: '少盐\n' }] }, thumbId: '', sourceUrl: '' };
    expect((await admin.post('/api/WeChat/MPArticle', { ...article, content: { ops: [{ insert: '\n' }] } })).extras?.error).toBe('wechat.mp-article-empty');
    const { data: written } = await admin.post<ArticleRow>('/api/WeChat/MPArticle', article);
    expect((await admin.post(`/api/WeChat/MPArticle/${written.id}/Actions/Push`, { version: written.version })).extras?.error).toBe('wechat.mp-article-thumb');
    const { data: changed } = await admin.put<ArticleRow>(`/api/WeChat/MPArticle/${written.id}`, {
      ...article,
      thumbId: material.id,
      version: written.version,
    });
    const { data: pushed } = await admin.post<ArticleRow>(`/api/WeChat/MPArticle/${written.id}/Actions/Push`, { version: changed.version });
    expect([pushed.state, [...sim.mp.store.drafts.values()].map(({ title, content }) => [title, content])]).toEqual(['pushed', [['透析饮食', '<p>少盐</p>']]]);
    const { data: edited } = await admin.put<ArticleRow>(`/api/WeChat/MPArticle/${written.id}`, {
      ...article,
      title: '饮食',
      thumbId: material.id,
      version: pushed.version,
    });
    expect(edited.state).toBe('changed');
    await admin.post(`/api/WeChat/MPArticle/${written.id}/Actions/Push`, { version: edited.version });
    expect([...sim.mp.store.drafts.values()].map(({ title }) => title)).toEqual(['饮食']);
    expect((await admin.del(`/api/WeChat/MPMaterial/Actions/Remove?mediaId=${material.id}`)).extras?.error).toBe('wechat.mp-material-used');
    await admin.del(`/api/WeChat/MPArticle/${written.id}`);
    expect((await admin.del(`/api/WeChat/MPMaterial/Actions/Remove?mediaId=${material.id}`)).code).toBe(200);
    expect((await admin.del(`/api/WeChat/MPMaterial/Actions/Remove?mediaId=${material.id}`)).code).toBe(200);
    expect(sim.mp.store.materials).toEqual([]);
  });
});

// Last: both servers have one copy of the plugin in this process, and its workers end with the first that is closed.
describe('two servers', () => {
  it('have one token, fetched once also when the service ends it before its time', async () => {
    const secondDatabase = await openForSecondServer(server.database);
    const second = await createServer({
      ...{ config: server.config, database: secondDatabase, keepDatabaseOpen: testEngine === 'embedded', log: createLog('silent') },
      ...{ clock: server.server.core.parts.clock, packages: server.packages, checkReplies: 'fault' },
    });
    const addresses = [await server.server.listen(), await second.listen()];
    const quotaOf = async (at: number) => {
      const reply = await fetch(`${addresses[at % 2]}/api/WeChat/MPMaterial/Actions/Quota`, { headers: { authorization: admin.token } });
      return ((await reply.json()) as { code: number }).code;
    };
    const together = async () => {
      const before = sim.mp.tokensAsked;
      const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => quotaOf(at)));
      expect(answers).toEqual(answers.map(() => 200));
      return sim.mp.tokensAsked - before;
    };
    await together();
    expect(await together()).toBe(0);
    sim.mp.endToken();
    expect(await together()).toBe(1);
    await second.close();
  });
});
