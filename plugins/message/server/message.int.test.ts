import { fileHolders, sql } from '@nephra/plugin-sdk/server';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { propertyCases } from '../../../tests/support/cases/effort.ts';
import { testEngine } from '../../../tests/support/databases/test-database.ts';
import { ALL_PLUGINS, type Answer, startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import { connectSocket, type SocketClient } from '../../../tests/support/socket-client.ts';
import type { MessageRow, UnreadCounts } from '../contract/index.ts';
import type { NoticeInfo, NoticeReader, NoticeRow } from '../contract/notice.contract.ts';
import { type Addressee, addresseeKey } from '../domain/receivers/addressee.ts';
import { AT, content, fine, has, list, open, refusal, release, released, unread, write } from './message.fixture.ts';
import { peopleOf } from './reader/people.query.ts';
import { readerOf } from './reader/reader.query.ts';
import { unreadOf } from './reader/unread.query.ts';
import type { MessageDb, ReadCtx } from './tables/tables.ts';

let server: TestServer;
let address: string;
/** System administrator in Guangzhou, administrator of the centre in Wuhan, and a nurse in Guangzhou. */
let admin: TestClient;
let manager: TestClient;
let nurse: TestClient;
const ctx = (): ReadCtx => ({ db: server.database.kyselyFor<MessageDb>(), clock: server.server.core.parts.clock }) as unknown as ReadCtx;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS });
  address = await server.server.listen();
  [admin, manager, nurse] = [await server.signIn('admin'), await server.signIn('manager'), await server.signIn('nurse')];
  // The clock of the test stands before the day on which the database was made.
  await server.db
    .updateTable('core.user_account')
    .set({ created_at: new Date('2026-01-01T00:00:00Z') })
    .execute();
  // What the demo brought is no matter here.
  for (const client of [admin, manager, nurse]) await client.post(`${AT}/Actions/ReadAll`, {});
});
afterAll(() => server?.close());

const tick = (): void => server.time.advance(1_000);

describe('notices and their readers', () => {
  it('[4-05] [3-17] [7.4-01] [7.4-03] [7.4-06] [7.4-08] [7.4-11] [7.4-12] a notice is read by nobody before its release, then once, and the counter follows, never below zero', async () => {
    const before = await unread(nurse);
    const id = await write(admin, { title: 'SIM 手卫生', receivers: [{ kind: 'organisation', id: 'org-gz' }], pinned: 1 });
    expect(await has(nurse, id)).toBe(false);
    expect(refusal(await nurse.get(`${AT}/ReadInfo/${id}`))).toBe('404 message.not-found');
    tick();
    expect((await release(admin, id)).receivers).toBeGreaterThan(5);
    const row = (await list(nurse)).find((one) => one.id === id);
    expect(row).toMatchObject({
      title: 'SIM 手卫生',
      type: 1,
      isRead: '0',
      pinned: 1,
      hasFiles: 0,
      userId: 'user-nurse',
      lastModifyTime: server.time.now.getTime(),
    });
    expect(row?.creatorUser).not.toBe('');
    expect(await unread(nurse)).toMatchObject({ unreadNoticeCount: before.unreadNoticeCount + 1, unreadTotalCount: before.unreadTotalCount + 1 });
    for (let times = 0; times < 2; times += 1) {
      expect(await open(nurse, id)).toMatchObject({ id, title: 'SIM 手卫生', bodyText: '<p>正文</p>', files: '', type: 1, opens: 'dialog', link: null });
      expect(await unread(nurse)).toEqual(before);
    }
    expect((await list(nurse)).find((one) => one.id === id)?.isRead).toBe('1');
    expect((await list(nurse, '&isRead=0')).some((one) => one.id === id)).toBe(false);
    expect((await list(nurse, '&isRead=1&type=1&keyword=sws')).map((one) => one.id)).toContain(id);
    expect(await list(nurse, '&type=2&keyword=sws')).toEqual([]);
    const oldest = fine(await nurse.get<{ list: MessageRow[]; pagination: object }>(`${AT}?currentPage=2&pageSize=1&sort=asc`));
    expect(oldest.pagination).toMatchObject({ currentPage: 2, pageIndex: 2, pageSize: 1 });
    expect(oldest.list[0]?.id).toBe((await list(nurse, '&sort=asc'))[1]?.id);
    // Somebody else's centre.
    expect(await has(manager, id)).toBe(false);
    expect(refusal(await manager.get(`${AT}/ReadInfo/${id}`))).toBe('404 message.not-found');
    expect(refusal(await manager.get(`${AT}/${id}`))).toBe('404 message.not-found');
    expect(refusal(await nurse.get(`${AT}/${id}`))).toMatch(/^403/);
  });

  it('[4-05] withdrawn it is gone, changed and released again it is unread again; a released one does not change', async () => {
    const id = await released(admin);
    await open(nurse, id);
    expect(refusal(await admin.put(`${AT}/${id}`, { title: 'SIM x', content: content('x') }))).toBe('409 message.not-draft');
    fine(await admin.put(`${AT}/${id}/Actions/Withdraw`));
    fine(await admin.put(`${AT}/${id}/Actions/Withdraw`));
    expect(await has(nurse, id)).toBe(false);
    const { version } = fine(
      await admin.put<{ version: number }>(`${AT}/${id}`, { title: 'SIM 改', content: content('改'), receivers: [{ kind: 'user', id: 'user-nurse' }] }),
    );
    expect(refusal(await admin.put(`${AT}/${id}`, { title: 'SIM y', content: content('y'), version: version - 1 }))).toBe('409 message.stale');
    expect((await release(admin, id)).receivers).toBe(1);
    expect((await list(nurse)).find((one) => one.id === id)).toMatchObject({ title: 'SIM 改', isRead: '0' });
    expect(await has(admin, id)).toBe(false);
    fine(await admin.del(`${AT}/${id}`));
    expect(await has(nurse, id)).toBe(false);
    expect(refusal(await admin.get(`${AT}/${id}`))).toBe('404 message.not-found');
  });

  it('[4-05] those who have not read it are reminded once an hour, however many press, and the reminder leads to the notice', async () => {
    const id = await released(admin, {
      title: 'SIM 提醒',
      receivers: [
        { kind: 'user', id: 'user-nurse' },
        { kind: 'user', id: 'user-manager' },
      ],
    });
    const remind = (key: string) => admin.post<{ receivers: number }>(`${AT}/${id}/Actions/Remind`, {}, { 'idempotency-key': `remind-${key}`.padEnd(24, '0') });
    const reminders = async (by: TestClient) => (await list(by)).filter(({ title }) => title === '请阅读公告：SIM 提醒');
    await open(manager, id);
    expect(refusal(await nurse.post(`${AT}/${id}/Actions/Remind`, {}))).toMatch(/^403/);
    expect(refusal(await manager.post(`${AT}/${id}/Actions/Remind`, {}))).toBe('404 message.not-found');
    const both = await Promise.all([remind('a'), remind('b')]);
    expect(both.map(refusal).sort()).toEqual(['200 allowed', '409 message.reminded-already']);
    // The answer was lost: the same press is the same reminder.
    const first = both[0]?.code === 200 ? 'a' : 'b';
    expect(fine(await remind(first))).toEqual({ receivers: 1 });
    expect([(await reminders(nurse)).length, (await reminders(manager)).length]).toEqual([1, 0]);
    expect((await open(nurse, (await reminders(nurse))[0]?.id ?? '')).link).toEqual({ menu: 'messageRecord', query: { notice: id } });
    server.time.advance(3_600_000);
    [admin, nurse, manager] = [await server.signIn('admin'), await server.signIn('nurse'), await server.signIn('manager')];
    expect(fine(await remind('c'))).toEqual({ receivers: 1 });
    await open(nurse, id);
    server.time.advance(3_600_000);
    [admin, nurse, manager] = [await server.signIn('admin'), await server.signIn('nurse'), await server.signIn('manager')];
    expect(refusal(await remind('d'))).toBe('409 message.all-read');
    fine(await admin.put(`${AT}/${id}/Actions/Withdraw`));
    expect(refusal(await remind('e'))).toBe('409 message.not-released');
    for (const client of [admin, manager, nurse]) await client.post(`${AT}/Actions/ReadAll`, {});
  });

  it('ends with its day, and says nothing of a past one', async () => {
    const until = server.time.now.getTime() + 60_000;
    expect(refusal(await admin.post(AT, { title: 'SIM', content: content('x'), validUntil: server.time.now.getTime() }))).toBe('400 message.valid-until-past');
    const id = await released(admin, { validUntil: until });
    expect(await has(nurse, id)).toBe(true);
    server.time.advance(60_000);
    expect(await has(nurse, id)).toBe(false);
    fine(await admin.put(`${AT}/${id}/Actions/Display`, { pinned: 1, validUntil: null }));
    expect((await list(nurse))[0]).toMatchObject({ id, pinned: 1, validUntil: null });
    await admin.put(`${AT}/${id}/Actions/Display`, { pinned: 0, validUntil: null });
  });

  it('[4-05] [7.4-02] [7.4-12] read-all sets what was listed to read, the counter to 0, and loses no later one', async () => {
    await Promise.all([released(admin), released(admin)]);
    const { asOf } = fine(await nurse.get<{ asOf: string }>(`${AT}?pageSize=20`));
    const later = await released(admin);
    expect(fine(await nurse.post<UnreadCounts>(`${AT}/Actions/ReadAll`, { asOf }))).toMatchObject({ unreadNoticeCount: 1 });
    expect((await list(nurse, '&isRead=0')).map(({ id }) => id)).toEqual([later]);
    // An older client names no list.
    const answer = await nurse.post<UnreadCounts>(`${AT}/Actions/ReadAll`, {});
    expect(answer.msg).not.toBe('');
    expect(fine(answer)).toMatchObject({ unreadNoticeCount: 0, unreadTotalCount: 0 });
    expect(refusal(await nurse.post(`${AT}/Actions/ReadAll`, { asOf: '5:1:' }))).toBe('400 message.as-of');
  });

  it.runIf(testEngine === 'postgres')('[4-05] read-all leaves what was under way while the list was read', async () => {
    await nurse.post(`${AT}/Actions/ReadAll`, {});
    const id = await write(admin, { receivers: [{ kind: 'user', id: 'user-nurse' }] });
    // Begun out here, so that it is a call of its own and joins no transaction.
    let listNow = (): void => undefined;
    const listed = new Promise<void>((resolve) => {
      listNow = resolve;
    }).then(() => nurse.get<{ asOf: string }>(`${AT}?pageSize=20`));
    await server.database.transaction(async () => {
      // rows: the notice of this test, released by hand as slowly as the list takes
      const db = server.database.kyselyFor<MessageDb>();
      await sql`update message.item set state = 'released', release_no = 1, released_at = ${server.time.now}, writer = pg_current_xact_id() where id = ${id}`.execute(
        db,
      );
      await db.updateTable('message.target').set({ release_no: 1, released_at: server.time.now }).where('item_id', '=', id).execute();
      listNow();
      await listed;
    });
    const { asOf } = fine(await listed);
    expect(asOf).not.toBe('');
    await nurse.post(`${AT}/Actions/ReadAll`, { asOf });
    expect((await list(nurse, '&isRead=0')).map((one) => one.id)).toContain(id);
  });

  it('[7.4-04] an own list is tidied, and nobody else’s', async () => {
    const id = await released(admin);
    const foreign = await released(admin, { receivers: [{ kind: 'user', id: 'user-doctor' }] });
    expect(fine(await nurse.del<{ count: number }>(`${AT}/Record`, { ids: `${id},${foreign}, ${id}` }))).toEqual({ count: 1 });
    expect(await has(nurse, id)).toBe(false);
    expect(await has(admin, id)).toBe(true);
    expect(await has(await server.signIn('doctor'), foreign)).toBe(true);
    expect(refusal(await nurse.get(`${AT}/ReadInfo/${id}`))).toBe('404 message.not-found');
  });

  it('a must-read notice is confirmed once, and its writer sees who has read it', async () => {
    const id = await released(admin, {
      mustRead: 1,
      receivers: [
        { kind: 'user', id: 'user-nurse' },
        { kind: 'user', id: 'user-doctor' },
      ],
    });
    expect((await unread(nurse)).mustReadCount).toBeGreaterThan(0);
    const first = fine(await nurse.put<{ receiptTime: number }>(`${AT}/${id}/Actions/Receipt`));
    tick();
    expect(fine(await nurse.put(`${AT}/${id}/Actions/Receipt`))).toEqual(first);
    expect(fine(await admin.get(`${AT}/${id}/Actions/Readers`))).toEqual({ receivers: 2, read: 1, unread: 1, receipts: 1 });
    const names = async (state: string) =>
      fine(await admin.get<{ list: NoticeReader[] }>(`${AT}/${id}/Actions/ReaderNames?state=${state}`)).list.map(({ account }) => account);
    expect([await names('read'), await names('unread'), await names('receipt')]).toEqual([['nurse'], ['doctor'], ['nurse']]);
    expect(refusal(await nurse.get(`${AT}/${id}/Actions/Readers`))).toMatch(/^403/);
    const plain = await released(admin);
    expect(refusal(await nurse.put(`${AT}/${plain}/Actions/Receipt`))).toBe('409 message.no-receipt');
  });

  it('what was released before somebody was here counts as read', async () => {
    const id = await released(admin);
    tick();
    await server.db
      .insertInto('core.user_account')
      .values({
        id: 'user-sim-new',
        account: 'sim.new',
        real_name: 'SIM 新人',
        org_id: 'org-gz',
        department_id: null,
        manager_id: null,
        password_hash: null,
        deleted_at: null,
        created_at: server.time.now,
      } as never)
      .execute();
    const reader = await readerOf(ctx(), 'user-sim-new');
    expect(await unreadOf(ctx(), reader)).toMatchObject({ unreadTotalCount: 0 });
    tick();
    await released(admin);
    expect(await unreadOf(ctx(), reader)).toMatchObject({ unreadTotalCount: 1 });
    expect(id).not.toBe('');
  });
});

describe('who writes to whom', () => {
  it('[7.4-05] [7.4-07] a writer reaches their own centre: nobody named means everybody there, a role its people there', async () => {
    expect(refusal(await manager.post(AT, { title: 'SIM', content: content('x'), toUserIds: 'user-nurse' }))).toBe('400 message.receiver-unknown');
    expect(refusal(await manager.post(AT, { title: 'SIM', content: content('x'), receivers: [{ kind: 'organisation', id: 'org-root' }] }))).toBe(
      '400 message.receiver-unknown',
    );
    await server.db
      .insertInto('core.role')
      .values({ id: 'role-sim-gz', en_code: 'SIM.gz', full_name: 'SIM 广州' } as never)
      .execute();
    await server.db.insertInto('core.role_org').values({ role_id: 'role-sim-gz', org_id: 'org-gz' }).execute();
    const ofGuangzhou = { title: 'SIM', content: content('x'), receivers: [{ kind: 'role', id: 'role-sim-gz' }] };
    expect(refusal(await manager.post(AT, ofGuangzhou))).toBe('400 message.receiver-unknown');
    expect(refusal(await nurse.post(AT, { title: 'SIM', content: content('x') }))).toMatch(/^403/);
    const everybody = await released(manager);
    const nurses = await released(manager, { receivers: [{ kind: 'role', id: 'role-nurse' }] });
    expect([await has(nurse, everybody), await has(nurse, nurses), await has(manager, everybody), await has(manager, nurses)]).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(fine(await manager.post(`${AT}/Actions/CountReceivers`, { receivers: [] }))).toMatchObject({ everybody: true });
    const info = fine(await manager.get<NoticeInfo>(`${AT}/${nurses}`));
    expect(info.receivers).toEqual([{ kind: 'role', id: 'role-nurse', name: '护士' }]);
    const mine = fine(await manager.get<{ list: NoticeRow[] }>(`${AT}/Notice?pageSize=500`)).list;
    expect(mine.map(({ id }) => id)).toContain(nurses);
    // Administrators see the notices of all, writers of another centre do not.
    const all = fine(await admin.get<{ list: NoticeRow[] }>(`${AT}/Notice?pageSize=500&enabledMark=1`)).list;
    expect(all.every(({ enabledMark }) => enabledMark === 1) && all.some(({ id }) => id === nurses)).toBe(true);
    expect(mine.length).toBeLessThan(all.length);
  });

  it('one that reaches everybody is one row, and one that reaches nobody is not released', async () => {
    const rows = async (table: 'message.target' | 'message.mark') =>
      (
        await server.database
          .kyselyFor<MessageDb>()
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .executeTakeFirstOrThrow()
      ).count;
    const [targets, marks] = [Number(await rows('message.target')), Number(await rows('message.mark'))];
    const id = await released(admin);
    expect([Number(await rows('message.target')), Number(await rows('message.mark'))]).toEqual([targets + 1, marks]);
    expect([await has(manager, id), await has(nurse, id)]).toEqual([true, true]);
    await server.db
      .insertInto('core.user_group')
      .values({ id: 'sim-empty', en_code: 'SIM.EMPTY', type: 'duty', full_name: 'SIM 空组', deleted_at: null })
      .execute();
    const empty = await write(admin, { receivers: [{ kind: 'group', id: 'sim-empty' }] });
    expect(refusal(await admin.put(`${AT}/${empty}/Actions/Release`))).toBe('409 message.nobody');
  });

  it('[4-05] whom an addressee means is the same for those who write to it and those who read it', async () => {
    const { db } = server;
    const people = (await db.selectFrom('core.user_account').select('id').execute()).map(({ id }) => id);
    const departments = (await db.selectFrom('core.department').select('id').execute()).map(({ id }) => id);
    const orgs = ['org-root', 'org-gz', 'org-wh', 'org-nn'];
    const roles = (await db.selectFrom('core.role').select('id').execute()).map(({ id }) => id);
    const groups = (await db.selectFrom('core.user_group').select('id').execute()).map(({ id }) => id);
    // Somebody with two places, one in a department below another, one out of use, a role that is off.
    await db.updateTable('core.user_account').set({ enabled: false }).where('id', '=', 'user-gz02').execute();
    await db.updateTable('core.role').set({ enabled: false }).where('id', '=', 'role-quality').execute();
    const standing = new Map(await Promise.all(people.map(async (id) => [id, new Set((await readerOf(ctx(), id)).keys)] as const)));
    const addressee: fc.Arbitrary<Addressee> = fc.oneof(
      fc.constant<Addressee>({ kind: 'all' }),
      fc.record({ kind: fc.constant('user' as const), id: fc.constantFrom(...people) }),
      fc.record({ kind: fc.constant('organisation' as const), id: fc.constantFrom(...orgs) }),
      fc.record({ kind: fc.constant('department' as const), id: fc.constantFrom(...departments) }),
      fc.record({ kind: fc.constant('role' as const), id: fc.constantFrom(...roles), within: fc.constantFrom('', ...orgs) }),
      fc.record({ kind: fc.constant('group' as const), id: fc.constantFrom(...groups), within: fc.constantFrom('', ...orgs) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(addressee, { minLength: 1, maxLength: 4 }), async (addressees) => {
        const keys = addressees.map(addresseeKey);
        const readers = people.filter((id) => id !== 'user-gz02' && keys.some((key) => standing.get(id)?.has(key)));
        expect(await peopleOf(ctx(), { addressees })).toEqual(readers.sort());
      }),
      { numRuns: propertyCases(60) },
    );
  });

  it('files are the writer’s own uploads, and readers of another centre fetch them while they may read', async () => {
    const upload = async (by: TestClient): Promise<{ fileId: string; name: string; url: string }> => {
      const boundary = 'x-sim-boundary';
      const payload = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="SIM.txt"\r\nContent-Type: text/plain\r\n\r\nSIM\r\n--${boundary}--\r\n`;
      const answer = await by.raw({
        method: 'POST',
        url: '/api/file/Uploader/annex',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload,
      });
      return fine(JSON.parse(answer.body) as Answer<{ fileId: string; name: string; url: string }>);
    };
    const [own, foreign] = [await upload(admin), await upload(nurse)];
    const filesOf = (file: { fileId: string }) => JSON.stringify([{ name: 'SIM.txt', fileId: file.fileId, url: '/api/file/Download/annex/forged' }]);
    expect(refusal(await admin.post(AT, { title: 'SIM', content: content('x'), files: filesOf(foreign) }))).toBe('400 message.file-not-yours');
    expect(refusal(await admin.post(AT, { title: 'SIM', content: content('x'), files: '{' }))).toBe('400 message.files-malformed');
    const link = (by: TestClient) => by.get(`/api/file/Download/annex/${own.fileId}`);
    expect(refusal(await link(manager))).toMatch(/^404/);
    const id = await released(admin, { files: filesOf(own), receivers: [{ kind: 'user', id: 'user-manager' }] });
    const [file] = JSON.parse((await open(manager, id)).files) as { url: string; name: string; fileSize: number }[];
    expect(file).toMatchObject({ name: 'SIM.txt', url: `/api/file/Download/annex/${own.fileId}`, fileSize: 3 });
    expect(refusal(await link(manager))).toBe('200 allowed');
    expect((await list(manager)).find((one) => one.id === id)?.hasFiles).toBe(1);
    fine(await admin.put(`${AT}/${id}/Actions/Withdraw`));
    expect(refusal(await link(manager))).toMatch(/^404/);
    // Also of a deleted notice: somebody has read it.
    fine(await admin.del(`${AT}/${id}`));
    const holder = server.server.plugins.host.extensions(fileHolders).find(({ pluginId }) => pluginId === 'message')?.value;
    expect(await holder?.held([foreign.fileId, own.fileId])).toEqual([own.fileId]);
    expect([holder?.types, await holder?.held([])]).toEqual([['notice'], []]);
  });

  it('HTML of an older client is cut down to rich text, whatever it holds', async () => {
    const bodyText = '<p onclick="x">a<script>alert(1)</script><b>b</b></p><img src=x onerror=alert(1)><a href="javascript:alert(1)">c</a>';
    const id = await write(admin, { content: undefined, bodyText });
    expect(fine(await admin.get<NoticeInfo>(`${AT}/${id}`)).bodyText).toBe('<p>a<strong>b</strong></p><p>c</p>');
    expect(refusal(await admin.post(AT, { title: 'SIM', bodyText: '<script>alert(1)</script>' }))).toBe('400 message.body-missing');
  });
});

describe('sockets', () => {
  const sockets: SocketClient[] = [];
  const come = async (client: TestClient): Promise<SocketClient> => {
    const socket = await connectSocket(address, client.token);
    sockets.push(socket);
    return socket;
  };
  afterEach(async () => {
    for (const { socket } of sockets.splice(0)) socket.terminate();
    await expect.poll(() => server.server.hub.online()).toEqual([]);
  });

  it('are greeted with what is unread, hear of what is for them and of what they read elsewhere, and of nothing else', async () => {
    await nurse.post(`${AT}/Actions/ReadAll`, {});
    const waiting = await released(admin, { title: 'SIM 新公告' });
    const [one, other, elsewhere] = [await come(nurse), await come(nurse), await come(manager)];
    expect(await one.frame('initMessage')).toMatchObject({
      ...{ userId: 'user-nurse', onlineUserList: ['user-nurse'], onlineUsers: ['user-nurse'], unreadNums: expect.any(Array) },
      ...{ unreadNoticeCount: 1, unreadMessageCount: 0, unreadTotalCount: 1, noticeDefaultText: 'SIM 新公告', messageDefaultTime: expect.any(Number) },
    });
    const id = await released(admin, { title: 'SIM 给护士', receivers: [{ kind: 'user', id: 'user-nurse' }] });
    const pushed = {
      method: 'messagePush',
      id,
      userId: 'user-admin',
      toUserId: [],
      title: 'SIM 给护士',
      messageType: 1,
      urgency: 'normal',
      unreadNoticeCount: 1,
      unreadMessageCount: 0,
    };
    expect([await one.frame('messagePush'), await other.frame('messagePush')]).toEqual([pushed, pushed]);
    await open(nurse, waiting);
    expect(await other.frame('messageRead')).toEqual({ method: 'messageRead', ids: [waiting] });
    fine(await admin.put(`${AT}/${id}/Actions/Withdraw`));
    expect(await one.frame('messageChanged')).toEqual({ method: 'messageChanged', id });
    const last = await released(admin, { title: 'SIM 最后' });
    await expect.poll(() => elsewhere.frames.some((frame) => frame.id === last)).toBe(true);
    expect(elsewhere.frames.filter((frame) => frame.id === id || frame.method === 'messageRead')).toEqual([]);
  });
});
