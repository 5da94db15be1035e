import { DAY_MS, EnvelopeCode, type OrgId, type UserId } from '@nephra/plugin-sdk/contract';
import { type MessageToSend, sql } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementsOf } from '../../../../tests/support/count-statements.ts';
import { testEngine } from '../../../../tests/support/databases/test-database.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { connectSocket, type SocketClient } from '../../../../tests/support/socket-client.ts';
import { acme, AT, fine, list, open, release, released, said, unread, write } from '../message.fixture.ts';
import { peopleOf } from '../reader/people.query.ts';
import { readerOf } from '../reader/reader.query.ts';
import { unreadOf } from '../reader/unread.query.ts';
import type { MessageDb, ReadCtx } from '../tables/tables.ts';

let server: TestServer;
let admin: TestClient;
let nurse: TestClient;
const ctx = (): ReadCtx => ({ db: server.database.kyselyFor<MessageDb>(), clock: server.server.core.parts.clock }) as unknown as ReadCtx;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS, inline: [acme] });
  [admin, nurse] = [await server.signIn('admin'), await server.signIn('nurse')];
  // The clock of the test stands before the day on which the database was made.
  await server.db
    .updateTable('core.user_account')
    .set({ created_at: new Date('2026-01-01T00:00:00Z') })
    .execute();
  for (const client of [admin, nurse]) await client.post(`${AT}/Actions/ReadAll`, {});
});
afterAll(() => server?.close());

describe('message.send@1', () => {
  const message = (key: string, over: Partial<MessageToSend> = {}): MessageToSend => ({
    ...{ kind: 'acme.lowStock', title: said('{drug}库存不足'), text: said('剩余{left}'), params: { drug: 'SIM 药', left: 3 }, from: said('药房') },
    ...{ receivers: [{ persons: ['user-nurse' as UserId] }], urgency: 'important', link: { menu: 'his.pharmacy', query: { keyword: 'SIM' } }, key },
    ...over,
  });
  const send = (sent: MessageToSend, fail = false) => admin.post<{ id: string; sent: boolean; receivers: number }>('/api/acme/Send', { message: sent, fail });

  it('[3-17] is once by its key, in the reader’s language, and gone with a transaction that fails', async () => {
    const key = 'acme.lowStock/1';
    expect((await send(message(key), true)).code).toBe(EnvelopeCode.Fault);
    expect(await list(nurse, '&type=2&keyword=SIM%20药库存')).toEqual([]);
    const sent = await Promise.all([send(message(key)), send(message(key)), send(message(key))]);
    expect(sent.map((answer) => fine(answer).sent).filter(Boolean)).toHaveLength(1);
    const [row] = await list(nurse, '&type=2&isRead=0');
    expect(row).toMatchObject({ title: 'SIM 药库存不足', type: 2, creatorUser: '药房', urgency: 'important', isRead: '0' });
    await server.db.updateTable('core.user_account').set({ language: 'en' }).where('account', '=', 'nurse').execute();
    const english = await server.signIn('nurse');
    expect(await open(english, row?.id ?? '')).toMatchObject({
      ...{
        title: 'SIM 药库存不足 (en)',
        bodyText: '<p>剩余3 (en)</p>',
        creatorUser: '药房 (en)',
        opens: 'link',
        link: { menu: 'his.pharmacy', query: { keyword: 'SIM' } },
      },
    });
    await server.db.updateTable('core.user_account').set({ language: 'zh' }).where('account', '=', 'nurse').execute();
  });

  it('reaches roles of an organisation, organisations and administrators, each person once', async () => {
    const receivers = [{ organisation: 'org-wh' as OrgId, roles: ['orgadmin'] }, { administrators: true as const }, { persons: ['user-manager' as UserId] }];
    const { receivers: reached } = fine(await send(message('acme.x/2', { receivers })));
    const administrators = await server.db
      .selectFrom('core.user_account')
      .select('id')
      .where('is_administrator', '=', true)
      .where('enabled', '=', true)
      .execute();
    expect(reached).toBe(administrators.length + 1);
    const organisation = fine(await send(message('acme.x/3', { receivers: [{ organisation: 'org-wh' as OrgId }] })));
    expect(organisation.receivers).toBe((await peopleOf(ctx(), { addressees: [{ kind: 'organisation', id: 'org-wh' }] })).length);
    expect((await send(message('other.x/4'))).code).toBe(EnvelopeCode.Fault);
    expect((await send(message('acme.x/5', { title: { zh: 'a', zhtw: '', en: 'a' } }))).code).toBe(EnvelopeCode.Fault);
  });

  it('administrators hear of a job that failed, of an account that was locked and of a plugin that does not run, once a day', async () => {
    const { core, plugins } = server.server;
    await plugins.jobs.runNow('acme.break');
    await plugins.jobs.runNow('acme.break');
    core.parts.alerts.raise({ kind: 'accountLocked', subject: 'user-nurse', name: said('nurse') });
    const registry = server.readRegistry();
    // One whose package is not there has no name but its id; one that lacks what it needs is called by its own.
    const without = registry.plugins.map((entry) =>
      entry.id === 'insurance' || entry.id === 'insurance-hubei' || entry.id === 'insurance-guangdong' ? { ...entry, enabled: false } : entry,
    );
    await server.writeRegistry({ ...registry, plugins: [...without, { id: 'gone', source: 'nowhere', enabled: true }] });
    const titles = async () => (await list(admin, '&type=2')).map(({ title }) => title).filter((title) => /失败|锁定|不能运行/.test(title));
    await expect
      .poll(async () => (await titles()).sort())
      .toEqual(['后台任务失败：坏任务', '插件不能运行：gone', '插件不能运行：广西医保', '账号已锁定：nurse']);
    expect((await list(nurse, '&type=2')).some(({ title }) => title.includes('失败'))).toBe(false);
    await server.writeRegistry(registry);
  });
});

describe('what is kept', () => {
  it('goes with its marks after the days of the settings; drafts stay', async () => {
    const draft = await write(admin);
    const kept = await released(admin);
    await open(nurse, kept);
    const old = new Date(server.time.now.getTime() - 1_096 * DAY_MS);
    await server.database
      .kyselyFor<MessageDb>()
      .updateTable('message.item')
      .set({ released_at: old, updated_at: old })
      .where('id', 'in', [draft, kept])
      .execute();
    const fresh = await released(admin);
    await server.server.plugins.jobs.runNow('message.tidy-messages');
    const ids = (await server.database.kyselyFor<MessageDb>().selectFrom('message.item').select('id').execute()).map(({ id }) => id);
    expect([draft, kept, fresh].map((id) => ids.includes(id))).toEqual([true, false, true]);
    expect(await server.database.kyselyFor<MessageDb>().selectFrom('message.mark').select('item_id').where('item_id', '=', kept).execute()).toEqual([]);
  });
});

describe('a window that comes', () => {
  it('the greeting names the newest of what is shown, pinned or not, and asks the database as often however much there is', async () => {
    const address = await server.server.listen();
    // Days have gone by in the tests before.
    [admin, nurse] = [await server.signIn('admin'), await server.signIn('nurse')];
    const sockets: SocketClient[] = [];
    const come = async (): Promise<SocketClient> => {
      const socket = await connectSocket(address, nurse.token);
      sockets.push(socket);
      return socket;
    };
    const greeted = async (): Promise<{ readonly told: unknown; readonly asked: number }> => {
      let told: unknown;
      const asked = await statementsOf(async () => {
        const { noticeDefaultText, noticeDefaultTime, mustReadCount } = await (await come()).frame('initMessage');
        told = { noticeDefaultText, noticeDefaultTime, mustReadCount };
      });
      return { told, asked: testEngine === 'postgres' ? asked.filter((one) => /message\.target|user_group_member/.test(one)).length : 3 };
    };
    const mine = { receivers: [{ kind: 'user', id: 'user-nurse' }] };
    const { mustReadCount } = await unread(nurse);
    server.time.advance(1_000);
    await released(admin, { ...mine, title: 'SIM 置顶', pinned: 1 });
    server.time.advance(1_000);
    await released(admin, { ...mine, title: 'SIM 较新', mustRead: 1 });
    const at = server.time.now.getTime();
    const first = await greeted();
    expect(first).toEqual({ told: { noticeDefaultText: 'SIM 较新', noticeDefaultTime: at, mustReadCount: mustReadCount + 1 }, asked: 3 });
    server.time.advance(1_000);
    const pinned = await released(admin, { ...mine, title: 'SIM 置顶更新', pinned: 1 });
    expect((await greeted()).told).toMatchObject({ noticeDefaultText: 'SIM 置顶更新', noticeDefaultTime: at + 1_000 });
    fine(await admin.put(`${AT}/${pinned}/Actions/Withdraw`));
    expect(await greeted()).toEqual(first);
    for (const { socket } of sockets) socket.terminate();
    await expect.poll(() => server.server.hub.online()).toEqual([]);
  });
});

describe('one notice for ten thousand people', () => {
  it('[4-05] is one row whoever it is for: marks come by reader, and the counters of readers and writer follow', async () => {
    const staff = 10_000;
    await sql`insert into core.user_account (id, account, real_name, en_code, org_id, created_at)
      select 'sim-staff-' || n, 'sim-staff-' || n, 'SIM ' || n, 'S' || n, 'org-gz', ${new Date('2026-01-01T00:00:00Z')} from generate_series(1, ${staff}) as n`.execute(
      server.db,
    );
    const someone = await readerOf(ctx(), 'sim-staff-9999');
    const unseen = (await unreadOf(ctx(), someone)).unreadNoticeCount;
    const rows = async (table: 'message.target' | 'message.mark' | 'message.outbox'): Promise<number> => {
      const counted = server.database
        .kyselyFor<MessageDb>()
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<string>().as('count'));
      return Number((await counted.executeTakeFirstOrThrow()).count);
    };
    const all = async () => [await rows('message.target'), await rows('message.mark'), await rows('message.outbox')] as const;
    const [before, [targets, marks, outside]] = [await unread(nurse), await all()];
    const id = await write(admin, { title: 'SIM 全员', receivers: [{ kind: 'organisation', id: 'org-gz' }] });
    const { receivers } = await release(admin, id);
    expect(receivers).toBeGreaterThan(staff);
    expect(await all()).toEqual([targets + 1, marks, outside]);
    const readers = async () => fine(await admin.get<object>(`${AT}/${id}/Actions/Readers`));
    expect(await readers()).toMatchObject({ receivers, read: 0, unread: receivers });
    expect(await unread(nurse)).toMatchObject({ unreadNoticeCount: before.unreadNoticeCount + 1 });
    for (let times = 0; times < 2; times += 1) await open(nurse, id);
    expect(await unread(nurse)).toEqual(before);
    expect(await readers()).toMatchObject({ receivers, read: 1, unread: receivers - 1 });
    expect(await all()).toEqual([targets + 1, marks + 1, outside]);
    expect((await unreadOf(ctx(), someone)).unreadNoticeCount).toBe(unseen + 1);
  });
});
