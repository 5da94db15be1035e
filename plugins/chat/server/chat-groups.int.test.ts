import { EnvelopeCode, MAX_FOUND } from '@nephra/plugin-sdk/contract';
import { sql } from 'kysely';
import { fileHolders } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient, TestServer } from '../../../tests/support/server.ts';
import { type ChatHouse, chatHouse, conversations, conversationWith, errorOf, listed, MINUTE, read, upload } from './chat-house.fixture.ts';
import { type ChatPerson, chatPerson } from './chat-person.fixture.ts';
import { forgetBatch } from './retention/forget-messages.job.ts';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');
const WAV = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1'), Buffer.alloc(64)]);

let server: TestServer;
let address: string;
let doctor: ChatPerson;
let nurse: ChatPerson;
let house: ChatHouse;
beforeAll(async () => {
  house = await chatHouse();
  ({ server, address, doctor, nurse } = house);
});
afterAll(() => server.close());
beforeEach(() => house.begin());

describe('files', () => {
  it('[7.4-18] [3-20] a picture is an own upload of the chat; a recording has its length; others are refused', async () => {
    const name = await upload(doctor.client, 'IM', 'x.png', PNG);
    const sound = await upload(doctor.client, 'IM', 'x.wav', WAV);
    const annex = await upload(doctor.client, 'annex', 'x.png', PNG);
    const image = (fileName: string) => ({ name: fileName, width: 12, height: 34 });
    expect((await doctor.write('user-nurse', image(name), { messageType: 'image' })).error).toBe('');
    expect((await doctor.write('user-nurse', JSON.stringify({ name: sound, length: 4 }), { messageType: 'voice' })).error).toBe('');
    await expect
      .poll(() => nurse.got('receiveMessage').map(({ formMessage }) => formMessage))
      .toEqual([
        { path: `/api/file/Image/IM/${name}`, width: 12, height: 34 },
        { path: `/api/file/Download/IM/${sound}`, length: 4 },
      ]);
    const [, last] = [await listed(nurse, { toUserId: 'user-doctor', pageSize: 2, sord: 'desc' }), await conversationWith(nurse, 'user-doctor')];
    expect(JSON.parse(last.latestMessage)).toEqual({ path: `/api/file/Download/IM/${sound}`, length: 4 });
    for (const refusal of [
      await doctor.write('user-nurse', image(annex), { messageType: 'image' }),
      await doctor.write('user-nurse', image(sound), { messageType: 'image' }),
      ...(await Promise.all(
        // Nothing is fetched from an address, ours or one within the hospital.
        ['../../etc/passwd', 'http://127.0.0.1:5432/x.png', '//10.0.0.1/x.png', 'file:///etc/passwd', `${name}/../${annex}`, `/api/file/Image/IM/${name}`].map(
          async (place) => await doctor.write('user-nurse', image(place), { messageType: 'image' }),
        ),
      )),
      await nurse.write('user-doctor', image(name), { messageType: 'image' }),
    ])
      expect(refusal.error).toBe('chat.file-missing');
    expect((await doctor.write('user-nurse', { path: 'http://127.0.0.1/x.png', width: 1, height: 1 }, { messageType: 'image' })).error).toBe('core.invalid');
    expect((await doctor.write('user-nurse', { name, width: 0, height: 1 }, { messageType: 'image' })).error).toBe('core.invalid');
    expect((await doctor.write('user-nurse', 'not an object', { messageType: 'image' })).error).toBe('chat.content-invalid');
  });
});

describe('what a message shows', () => {
  it('a file is for who is in the conversation, and nobody else of the organisation', async () => {
    const name = await upload(doctor.client, 'IM', 'x.wav', WAV);
    const codeFor = async (client: TestClient) => (await client.get(`/api/file/Download/IM/${name}`)).code;
    expect(await codeFor(nurse.client)).toBe(EnvelopeCode.NotFound);
    const heard = async (client: TestClient) => (await client.raw({ method: 'GET', url: `/api/chat/Recordings/${name}` })).statusCode;
    expect([await heard(doctor.client), await heard(nurse.client)]).toEqual([404, 404]);
    await doctor.write('user-nurse', { name, length: 1 }, { messageType: 'voice' });
    expect([await heard(doctor.client), await heard(nurse.client), await heard(await server.signIn('pharmacist'))]).toEqual([200, 200, 404]);
    // Their own rows are the record of messages; the audit log has none of them.
    expect(await server.db.selectFrom('core.audit').select('action').where('action', '=', 'chat.SendMessage').where('outcome', '=', 'ok').execute()).toEqual(
      [],
    );
    expect([await codeFor(doctor.client), await codeFor(nurse.client)]).toEqual([200, 200]);
    expect(await codeFor(await server.signIn('pharmacist'))).toBe(EnvelopeCode.NotFound);
  });

  it('uploads that a message shows are held, those that were never sent are not', async () => {
    const [sent, kept] = [await upload(doctor.client, 'IM', 'sent.png', PNG), await upload(doctor.client, 'IM', 'kept.png', PNG)];
    await doctor.write('user-nurse', { name: sent, width: 1, height: 1 }, { messageType: 'image' });
    const holder = server.server.plugins.host.extensions(fileHolders).find(({ pluginId }) => pluginId === 'chat')?.value;
    expect(holder?.types).toEqual(['IM']);
    expect(await holder?.held([kept, sent, sent, ''])).toEqual([sent]);
    expect(await holder?.held([])).toEqual([]);
  });

  it('a link is sent by who sees the record, and opened for who sees it', async () => {
    const candidates = await doctor.client.get<{ list: { id: string; title: string; menu: string; query: object }[] }>(
      '/api/chat/Links/Candidates?kind=patient&keyword=a',
    );
    const [patient] = candidates.data.list;
    if (!patient) throw new Error('no patient is found by a letter');
    const link = { kind: 'patient', id: patient.id };
    expect((await doctor.write('user-nurse', { kind: 'patient', id: 'nobody' }, { messageType: 'link' })).error).toBe('chat.link-missing');
    expect((await doctor.write('user-nurse', { kind: 'other', id: patient.id }, { messageType: 'link' })).error).toBe('chat.link-missing');
    expect((await doctor.write('user-nurse', link, { messageType: 'link' })).error).toBe('');
    // What was written to her before may arrive only now.
    await expect.poll(() => nurse.got('receiveMessage').map(({ formMessage }) => formMessage)).toContainEqual(link);
    const open = async (client: TestClient) =>
      (await client.post<{ list: object[] }>('/api/chat/Links/Actions/Open', { links: [link, { kind: 'bill', id: 'none' }] })).data.list;
    expect(await open(nurse.client)).toEqual([
      { kind: 'patient', id: patient.id, title: patient.title, menu: 'his.patient', query: { patientId: patient.id } },
    ]);
    expect(await open(await server.signIn('manager'))).toEqual([]);
    expect(await open(await server.signIn('developer'))).toEqual([]);
    const entry = await server.db.selectFrom('core.audit').select('body').where('action', '=', 'chat.openLinks').orderBy('seq').executeTakeFirstOrThrow();
    expect(entry.body).toContain(`patient:${patient.id}`);
  });
});

describe('groups', () => {
  it('bring many together; who comes sees what is written from then on, who goes sees nothing', async () => {
    const made = await doctor.client.post<{ id: string; memberCount: number }>('/api/chat/Groups', { fullName: ' SIM 夜班 ', userIds: ['user-nurse'] });
    expect(made.data).toMatchObject({ fullName: 'SIM 夜班', memberCount: 2, ownerId: 'user-doctor' });
    const { id } = made.data;
    const peerId = `group-${id}`;
    await expect.poll(() => nurse.got('groupChanged')).toEqual([{ method: 'groupChanged', groupId: id }]);
    await doctor.write(peerId, '第一条');
    await expect.poll(() => nurse.got('receiveMessage')).toHaveLength(1);
    expect(nurse.got('receiveMessage')[0]).toMatchObject({
      formUserId: peerId,
      account: '',
      realName: 'SIM 夜班',
      sendUserId: 'user-doctor',
      formMessage: '第一条',
    });
    const cashier = await chatPerson(server, address, 'cashier');
    expect((await cashier.write(peerId, '不在群中')).error).toBe('chat.group-unknown');
    expect((await cashier.client.get(`/api/chat/Groups/${id}`)).extras?.error).toBe('chat.group-unknown');
    expect((await nurse.client.post(`/api/chat/Groups/${id}/Members`, { userIds: ['user-manager'] })).extras?.error).toBe('chat.person-unknown');
    expect((await nurse.client.post(`/api/chat/Groups/${id}/Members`, { userIds: ['user-cashier'] })).data).toMatchObject({ memberCount: 3 });
    await nurse.write(peerId, '第二条');
    expect((await read(cashier, `peerId=${peerId}`)).list.map(({ content }) => content)).toEqual(['第二条']);
    expect(await conversationWith(cashier, peerId)).toMatchObject({ unreadMessage: 1, kind: 'group', realName: 'SIM 夜班', latestUserId: 'user-nurse' });
    expect((await nurse.client.put(`/api/chat/Groups/${id}`, { fullName: '别名' })).extras?.error).toBe('chat.group-owner-only');
    expect((await doctor.client.put(`/api/chat/Groups/${id}`, { fullName: 'SIM 夜班二组' })).data).toMatchObject({ fullName: 'SIM 夜班二组' });
    // Read by all but its sender.
    expect((await read(nurse, `peerId=${peerId}&afterSeq=1`)).list[0]?.state).toBe(0);
    for (const one of [doctor, cashier]) await one.ask('UpdateReadMessage', { formUserId: peerId });
    expect((await read(nurse, `peerId=${peerId}&afterSeq=1`)).list[0]?.state).toBe(1);
    const find = async ({ client }: ChatPerson, words: string) =>
      (await client.get<{ list: object[] }>(`/api/chat/Messages/Search?keyword=${encodeURIComponent(words)}`)).data.list.length;
    expect([await find(nurse, '第一条'), await find(cashier, '第一条'), await find(cashier, '第二条')]).toEqual([1, 0, 1]);
    expect(errorOf(await nurse.client.del(`/api/chat/Groups/${id}/Members/user-cashier`))).toBe('chat.group-owner-only');
    expect(errorOf(await nurse.client.put(`/api/chat/Groups/${id}/Owner`, { userId: 'user-nurse' }))).toBe('chat.group-owner-only');
    expect(errorOf(await doctor.client.del(`/api/chat/Groups/${id}/Members/user-doctor`))).toBe('chat.group-owner-stays');
    expect(errorOf(await doctor.client.put(`/api/chat/Groups/${id}/Owner`, { userId: 'user-pharmacist' }))).toBe('chat.not-in-group');
    expect((await doctor.client.put(`/api/chat/Groups/${id}/Owner`, { userId: 'user-cashier' })).data).toMatchObject({ ownerId: 'user-cashier' });
    expect((await cashier.client.put(`/api/chat/Groups/${id}/Owner`, { userId: 'user-doctor' })).data).toMatchObject({ ownerId: 'user-doctor' });
    expect((await doctor.client.del(`/api/chat/Groups/${id}/Members/user-cashier`)).data).toMatchObject({ memberCount: 2 });
    await doctor.write(peerId, '第三条');
    expect((await cashier.client.get(`/api/chat/Messages?peerId=${peerId}`)).extras?.error).toBe('chat.group-unknown');
    expect((await conversations(cashier)).map((one) => one.id)).not.toContain(peerId);
    expect((await listed(cashier, { toUserId: peerId })).list).toEqual([]);
    expect(await find(cashier, '第二条')).toBe(0);
    expect(cashier.got('receiveMessage').map(({ formMessage }) => formMessage)).toEqual(['第二条']);
    expect((await doctor.client.post(`/api/chat/Groups/${id}/Actions/Leave`)).code).toBe(200);
    expect((await doctor.client.post(`/api/chat/Groups/${id}/Actions/Leave`)).code).toBe(200);
    expect((await nurse.client.get<{ ownerId: string }>(`/api/chat/Groups/${id}`)).data.ownerId).toBe('user-nurse');
    cashier.socket.close();
  });
});

describe('what a group is not made of', () => {
  it('a blank name, people whom one may not write to, more than fit', async () => {
    const make = async (body: object) => errorOf(await doctor.client.post('/api/chat/Groups', body));
    expect(await make({ fullName: ' \n ', userIds: ['user-nurse'] })).toBe('chat.group-name');
    expect(await make({ fullName: 'SIM', userIds: ['user-nurse', 'user-manager'] })).toBe('chat.person-unknown');
    expect(await make({ fullName: 'SIM', userIds: Array.from({ length: 200 }, (_none, at) => `nobody-${at}`) })).toBe('chat.group-full');
  });
});

describe('the greeting', () => {
  it('tells which conversations have something unread', async () => {
    await doctor.write('user-nurse', '请回电话');
    const again = await chatPerson(server, address, 'nurse');
    const { unreadNums } = (await again.frame('initMessage')) as { unreadNums?: { sendUserId: string }[] };
    const { unreadMessage } = await conversationWith(nurse, 'user-doctor');
    expect(unreadNums).toContainEqual(
      expect.objectContaining({
        sendUserId: 'user-doctor',
        receiveUserId: 'user-nurse',
        unreadNum: unreadMessage,
        defaultMessage: '请回电话',
        defaultMessageType: 'text',
      }),
    );
    await nurse.ask('UpdateReadMessage', { formUserId: 'user-doctor' });
    again.socket.close();
    const later = await chatPerson(server, address, 'nurse');
    const told = ((await later.frame('initMessage')) as { unreadNums?: { sendUserId: string }[] }).unreadNums ?? [];
    expect(told.map(({ sendUserId }) => sendUserId)).not.toContain('user-doctor');
    later.socket.close();
  });
});

describe('searching in many conversations of one’s own', () => {
  const CONVERSATIONS = 130;
  /** Conversations in which what is searched for stands in each message, in some, in none; the first ones are the liveliest. Half of the last were left, the others entered late. */
  const WORDS = `array['wal', 'alk', 'walk'] || case when k % 7 = 0 and n > 60 then array['rar', 'are', 'rare'] else '{}'::text[] end`;
  beforeAll(async () => {
    const user = 'user-cashier';
    await server.database.script(`
      insert into chat.conversation (id, kind, low_id, high_id, full_name, owner_id, last_seq, last_at, created_at)
        select 'walk-' || n, 'person', 'SIM-' || n, '${user}', '', '', 12, timestamptz '2026-01-01' - n * interval '1 hour', now() from generate_series(1, ${CONVERSATIONS}) as n;
      insert into chat.member (conversation_id, user_id, from_seq, read_seq, joined_at, left_at)
        select 'walk-' || n, who, case when n % 5 = 0 then 4 else 0 end, 0, now(), case when n % 13 = 0 then now() end from generate_series(1, ${CONVERSATIONS}) as n, unnest(array['SIM-' || n, '${user}']) as who;
      insert into chat.message (id, conversation_id, seq, sender_id, org_id, kind, content, file_id, client_id, sent_at, search_grams)
        select 'walk-' || n || '-' || k, 'walk-' || n, k, 'SIM-' || n, 'org-gz', 'text', 'walk', '', '', timestamptz '2026-01-01' - n * interval '1 hour' - (12 - k) * interval '25 minutes', ${WORDS}
        from generate_series(1, ${CONVERSATIONS}) as n, generate_series(1, 12) as k`);
  });

  it.each([
    ['walk', 1_000],
    ['rare', undefined],
    ['walk rare', undefined],
    ['nowhere', undefined],
  ])('%s: every page is what all of them in order would show there', async (keyword, most) => {
    const grams = keyword.split(' ').flatMap((word) => [word.slice(0, 3), word.slice(1)]);
    const { rows } = await sql<{ id: string }>`
      select m.id from chat.member as me join chat.message as m using (conversation_id) where me.user_id = 'user-cashier' and me.left_at is null and m.seq > me.from_seq
        and m.search_grams @> ${grams}::text[] order by m.sent_at desc, m.id desc`.execute(server.db);
    const client = await server.signIn('cashier');
    const ask = async (page: number, more = '') =>
      (
        await client.get<{ list: { id: string }[]; pagination: { total: number } }>(
          `/api/chat/Messages/Search?keyword=${encodeURIComponent(keyword)}&pageSize=50&currentPage=${page}${more}`,
        )
      ).data;
    for (const page of [1, 2, 7, 20]) {
      const { list, pagination } = await ask(page);
      expect([page, list.map(({ id }) => id)]).toEqual([page, rows.slice(50 * (page - 1), 50 * page).map(({ id }) => id)]);
      expect(pagination.total).toBe(most ?? rows.length);
    }
    const inOne = rows.filter(({ id }) => id.startsWith('walk-66-'));
    expect((await ask(1, '&peerId=SIM-66')).list.map(({ id }) => id)).toEqual(inOne.map(({ id }) => id));
  });

  it('over all a word finds the 1,000 newest and says that there are as many or more; without one there is nothing to narrow, and more are counted', async () => {
    const admin = await server.signIn('admin');
    const ask = async (body: object) =>
      (
        await admin.post<{ list: object[]; pagination: { total: number } }>('/api/chat/Messages/Actions/SearchAll', {
          reason: 'SIM 投诉调查',
          pageSize: 50,
          ...body,
        })
      ).data;
    const shown = async (body: object) => {
      const { list, pagination } = await ask(body);
      return [list.length, pagination.total];
    };
    expect(await shown({ keyword: 'walk', currentPage: 20 })).toEqual([50, MAX_FOUND]);
    expect(await shown({ keyword: 'walk', currentPage: 21 })).toEqual([0, MAX_FOUND]);
    expect((await ask({ currentPage: 21 })).list).toHaveLength(50);
    expect((await ask({})).pagination.total).toBeGreaterThan(MAX_FOUND);
  });
});

describe('searching over all', () => {
  it('is for holders of the right, with a reason, and stands in the audit log', async () => {
    const body = { keyword: '体重', reason: 'SIM 投诉调查' };
    await nurse.write('user-doctor', '體重已複核');
    const find = '/api/chat/Messages/Actions/SearchAll';
    expect((await doctor.client.post(find, body)).code).toBe(EnvelopeCode.Forbidden);
    const admin = await server.signIn('admin');
    expect((await admin.post(find, { keyword: '体重' })).code).toBe(EnvelopeCode.Invalid);
    const { data } = await admin.post<{ list: { content: string; sendUserId: string; receiveUserId: string }[] }>(find, body);
    expect(data.list).toContainEqual(expect.objectContaining({ content: '體重已複核', sendUserId: 'user-nurse', receiveUserId: 'user-doctor' }));
    // Whoever asks meets what people of their organisations wrote.
    await sql`update chat.message set org_id = 'org-elsewhere' where content = '體重已複核'`.execute(server.db);
    expect((await admin.post<{ list: { content: string }[] }>(find, body)).data.list.map(({ content }) => content)).not.toContain('體重已複核');
    const about = { reason: body.reason, personId: 'user-pharmacist' };
    const said = (await admin.post<{ list: { id: string; content: string }[] }>(find, about)).data.list;
    expect(said).not.toHaveLength(0);
    // With a word the person's conversations are named, and it is the same messages.
    const word = said[0]?.content.slice(0, 2) ?? '';
    const worded = async (personId: string) => (await admin.post<{ list: object[] }>(find, { ...about, personId, keyword: word })).data.list;
    expect(await worded(about.personId)).toEqual(said.filter(({ content }) => content.includes(word)));
    expect(await worded('user-manager')).toEqual([]);
    expect((await admin.post<{ list: object[] }>(find, { ...about, until: 1 })).data.list).toEqual([]);
    expect((await admin.post<{ list: object[] }>(find, { ...about, personId: 'user-manager' })).data.list).toEqual([]);
    const entry = await server.db
      .selectFrom('core.audit')
      .select(['class', 'body'])
      .where('action', '=', 'chat.searchAll')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry.class).toBe('security');
    expect(entry.body).toContain('SIM 投诉调查');
  });
});

describe('keeping', () => {
  it('what is older than the site keeps goes with its pictures; what is younger stays in its place', async () => {
    const name = await upload(doctor.client, 'IM', 'old.png', PNG);
    await doctor.write('user-nurse', { name, width: 1, height: 1 }, { messageType: 'image' });
    const { latestSeq } = await conversationWith(doctor, 'user-nurse');
    const old = server.time.now;
    server.time.advance(MINUTE);
    await doctor.write('user-nurse', '今天的');
    const { database, db } = server;
    const context = { db, files: server.server.core.files, transaction: (work: () => Promise<unknown>) => database.transaction(work) } as never;
    let removed = 0;
    for (let last = 1; last > 0; removed += last) last = await forgetBatch(context, new Date(old.getTime() + 1_000));
    expect(removed).toBeGreaterThan(latestSeq);
    expect((await read(doctor, 'peerId=user-nurse')).list.map(({ seq, content }) => [seq, content])).toEqual([[latestSeq + 1, '今天的']]);
    expect(await server.db.selectFrom('core.stored_file').select('id').where('id', '=', name).execute()).toEqual([]);
  });
});
