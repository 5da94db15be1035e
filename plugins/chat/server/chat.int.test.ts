import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import type { Conversation } from '../contract/conversation.contract.ts';
import type { ChatMessage } from '../contract/message.schema.ts';
import { type ChatPerson, chatPerson } from './chat-person.fixture.ts';
import { forgetBatch } from './retention/forget-messages.job.ts';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');
const WAV = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1'), Buffer.alloc(64)]);
const MINUTE = 61_000;

let server: TestServer;
let address: string;
let doctor: ChatPerson;
let nurse: ChatPerson;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS, config: { socketFramesPerSecond: 1_000 } });
  address = await server.server.listen();
  [doctor, nurse] = [await chatPerson(server, address, 'doctor'), await chatPerson(server, address, 'nurse')];
});
afterAll(() => server.close());
beforeEach(() => {
  // What was written before does not count against the limit of a minute.
  server.time.advance(MINUTE);
  for (const one of [doctor, nurse]) one.forget();
});

const conversations = async ({ client }: ChatPerson): Promise<Conversation[]> => (await client.get<{ list: Conversation[] }>('/api/message/imreply')).data.list;
const conversationWith = async (person: ChatPerson, peerId: string): Promise<Conversation> => {
  const found = (await conversations(person)).find(({ id }) => id === peerId);
  if (!found) throw new Error(`no conversation with ${peerId}`);
  return found;
};
const listed = async (person: ChatPerson, body: object): Promise<{ list: ChatMessage[]; pagination: { total: number; pageSize: number } }> =>
  (await person.ask('MessageList', { ...body })).answer as never;
const read = async (person: ChatPerson, query: string) =>
  (await person.client.get<{ list: ChatMessage[]; more: boolean; latestSeq: number; peerReadSeq: number }>(`/api/chat/Messages?${query}`)).data;
const upload = async (client: TestClient, type: string, fileName: string, content: Buffer): Promise<string> => {
  const boundary = 'nephra-chat';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return (await client.raw({ method: 'POST', url: `/api/file/Uploader/${type}`, payload, headers })).json().data.name;
};

describe('messages', () => {
  it('[7.4-14] [7.4-15] [3-20] [5-25] reach every window of both, trimmed, under the names of the wire', async () => {
    const second = await chatPerson(server, address, 'doctor');
    expect((await doctor.write('user-nurse', '  您好 [微笑]\n第二行 ')).answer.method).toBe('heard');
    await expect.poll(() => nurse.got('receiveMessage')).toHaveLength(1);
    await expect.poll(() => doctor.got('sendMessage')).toHaveLength(1);
    expect(nurse.got('receiveMessage')[0]).toMatchObject({
      formUserId: 'user-doctor',
      account: 'doctor',
      messageType: 'text',
      formMessage: '您好 [微笑]\n第二行',
    });
    expect(doctor.got('sendMessage')[0]).toMatchObject({ UserId: 'user-doctor', account: 'doctor', toUserId: 'user-nurse', toAccount: 'nurse' });
    expect(nurse.got('sendMessage')).toEqual([]);
    await expect.poll(() => second.got('sendMessage')).toHaveLength(1);
    second.socket.close();
  });

  it('[5-25] that say nothing, too much, or go to nobody are refused and reach nobody', async () => {
    const cases = [
      [await doctor.write('user-nurse', '  \n '), 'chat.empty'],
      [await doctor.write('user-nurse', '😀'.repeat(5_000)), 'chat.text-too-long'],
      [await doctor.write('user-doctor', '自己'), 'chat.yourself'],
      [await doctor.write('user-manager', '另一个中心'), 'chat.person-unknown'],
      [await doctor.write('user-nobody', '没有此人'), 'chat.person-unknown'],
      [await doctor.write('group-none', '没有此群'), 'chat.group-unknown'],
      [await doctor.write('user-nurse', { name: 'x' }), 'core.invalid'],
      [await doctor.write('user-nurse', 'x', { messageType: 'file' }), 'core.invalid'],
    ] as const;
    for (const [{ error }, key] of cases) expect(error).toBe(key);
    expect((await doctor.write('user-nurse', '完')).error).toBe('');
    await expect.poll(() => nurse.got('receiveMessage').map(({ formMessage }) => formMessage)).toEqual(['完']);
  });

  it('to an account out of use are refused; who was written to may answer', async () => {
    await server.db.updateTable('core.user_account').set({ enabled: false }).where('account', '=', 'clerk').execute();
    expect((await doctor.write('user-clerk', '在吗')).error).toBe('chat.person-unknown');
    await server.db.updateTable('core.user_account').set({ enabled: true }).where('account', '=', 'clerk').execute();
    expect((await doctor.write('user-clerk', '请看报表')).error).toBe('');
    const away = await server.db.selectFrom('core.org').select('id').where('en_code', '=', 'SIM.WH').executeTakeFirstOrThrow();
    await server.db.updateTable('core.user_account').set({ org_id: away.id, department_id: null }).where('account', '=', 'clerk').execute();
    await server.db.deleteFrom('core.user_org').where('user_id', '=', 'user-clerk').execute();
    expect((await doctor.write('user-clerk', '还在吗')).error).toBe('chat.person-unknown');
    const clerk = await chatPerson(server, address, 'clerk');
    expect((await clerk.write('user-nurse', '没有写过')).error).toBe('chat.person-unknown');
    expect((await clerk.write('user-doctor', '看过了')).error).toBe('');
    expect((await doctor.write('user-clerk', '谢谢')).error).toBe('');
    expect((await conversations(clerk))[0]).toMatchObject({ id: 'user-doctor', latestMessage: '谢谢', open: true });
    clerk.socket.close();
  });

  it('sent twice under one name, one after the other and at once, are one message', async () => {
    const { latestSeq } = await conversationWith(doctor, 'user-nurse');
    expect((await doctor.write('user-nurse', '只发一次', { clientId: 'c-1' })).error).toBe('');
    expect((await doctor.write('user-nurse', ' 只发一次', { clientId: 'c-1' })).answer.method).toBe('heard');
    expect((await doctor.write('user-nurse', '别的', { clientId: 'c-1' })).error).toBe('chat.other-content');
    expect((await doctor.write('user-cashier', '只发一次', { clientId: 'c-1' })).error).toBe('chat.other-content');
    await Promise.all([1, 2, 3].map(() => doctor.write('user-nurse', '同时', { clientId: 'c-2' })));
    const { list, latestSeq: last } = await read(nurse, `peerId=user-doctor&afterSeq=${latestSeq}`);
    expect(list.map(({ content, clientId }) => [content, clientId])).toEqual([
      ['只发一次', ''],
      ['同时', ''],
    ]);
    expect(last).toBe(latestSeq + 2);
    expect((await read(doctor, `peerId=user-nurse&afterSeq=${latestSeq}`)).list.map(({ clientId }) => clientId)).toEqual(['c-1', 'c-2']);
    await expect.poll(() => nurse.got('receiveMessage')).toHaveLength(2);
  });

  it('[7.4-13] [3-19] contacts are those whom one may write to, without oneself', async () => {
    const { data } = await doctor.client.get<{ list: { id: string }[] }>('/api/permission/Users/ImUser?currentPage=1&pageSize=500');
    const ids = data.list.map(({ id }) => id);
    expect(ids).toContain('user-nurse');
    expect(ids).not.toContain('user-doctor');
    expect(ids).not.toContain('user-manager');
    expect(data.list[0]).toMatchObject({
      id: expect.any(String),
      realName: expect.any(String),
      account: expect.any(String),
      headIcon: expect.any(String),
      department: expect.any(String),
    });
  });

  it('more than the limit of a minute wait for the next one', async () => {
    const put = await (await server.signIn('admin')).get('/api/message/imreply');
    expect(put.code).toBe(200);
    const outcomes = await Promise.all(Array.from({ length: 61 }, (_none, n) => doctor.write('user-pharmacist', `第 ${n} 条`)));
    expect(outcomes.filter(({ error }) => error === '')).toHaveLength(60);
    expect(outcomes.at(-1)).toMatchObject({ error: 'chat.too-many', answer: { code: EnvelopeCode.TooMany } });
    server.time.advance(MINUTE);
    expect((await doctor.write('user-pharmacist', '下一分钟')).error).toBe('');
  });
});

describe('whatever is sent, by whom and how often', () => {
  it('stands once, in places without holes, in each sender’s own order, the same for both', async () => {
    const act = fc.record({ by: fc.constantFrom('doctor', 'nurse'), name: fc.nat(5), together: fc.boolean() });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 12 }), async (acts) => {
        round += 1;
        server.time.advance(MINUTE);
        const { latestSeq } = await conversationWith(doctor, 'user-nurse');
        const first: string[] = [];
        let running: Promise<unknown>[] = [];
        for (const { by, name, together } of acts) {
          const [person, peer] = by === 'doctor' ? [doctor, 'user-nurse'] : [nurse, 'user-doctor'];
          const clientId = `${round}-${by}-${name}`;
          if (!first.includes(clientId)) first.push(clientId);
          running.push(person.write(peer, `文 ${clientId}`, { clientId }));
          if (together) continue;
          await Promise.all(running);
          running = [];
        }
        await Promise.all(running);
        const [mine, theirs] = [await read(doctor, `peerId=user-nurse&afterSeq=${latestSeq}`), await read(nurse, `peerId=user-doctor&afterSeq=${latestSeq}`)];
        const contents = mine.list.map(({ content }) => content.slice(2));
        expect(contents.toSorted()).toEqual(first.toSorted());
        for (const by of ['doctor', 'nurse']) expect(contents.filter((one) => one.includes(by))).toEqual(first.filter((one) => one.includes(by)));
        expect(mine.list.map(({ seq }) => seq)).toEqual(first.map((_one, at) => latestSeq + 1 + at));
        const bare = ({ list }: { list: ChatMessage[] }) => list.map(({ id, seq, content, sendUserId }) => [id, seq, content, sendUserId]);
        expect(bare(theirs)).toEqual(bare(mine));
      }),
      { numRuns: 8 },
    );
  });
});

describe('history', () => {
  it('[7.4-16] [9-01] opens with the newest 30, is always in ascending order, and pages from the end that is asked for', async () => {
    const total = (await read(doctor, 'peerId=user-pharmacist')).latestSeq;
    expect(total).toBeGreaterThan(60);
    const places = ({ list }: { list: ChatMessage[] }) => list.map(({ seq }) => seq);
    const run = (from: number, count: number) => Array.from({ length: count }, (_none, at) => from + at);
    const opening = await listed(doctor, { toUserId: 'user-pharmacist', formUserId: 'user-doctor', currentPage: 1, pageSize: 30, sord: 'desc' });
    expect(places(opening)).toEqual(run(total - 29, 30));
    expect(opening.pagination).toMatchObject({ total, pageSize: 30 });
    expect(places(await listed(doctor, { toUserId: 'user-pharmacist', currentPage: 2, pageSize: 30, sord: 'desc' }))).toEqual(run(total - 59, 30));
    expect(places(await listed(doctor, { toUserId: 'user-pharmacist', pageSize: 50, sord: 'asc' }))).toEqual(run(1, 50));
    expect(await listed(doctor, { toUserId: 'user-cashier', pageSize: 30, sord: 'desc' })).toMatchObject({ list: [], pagination: { total: 0 } });
  });

  it('behind a place comes complete and in order, page by page', async () => {
    const total = (await read(doctor, 'peerId=user-pharmacist')).latestSeq;
    const seen: number[] = [];
    for (let after = 3, more = true; more; ) {
      const page = await read(doctor, `peerId=user-pharmacist&afterSeq=${after}&pageSize=20`);
      seen.push(...page.list.map(({ seq }) => seq));
      more = page.more;
      after = seen.at(-1) ?? after;
    }
    expect(seen).toEqual(Array.from({ length: total - 3 }, (_none, at) => at + 4));
    expect((await read(doctor, 'peerId=user-pharmacist&beforeSeq=10&pageSize=3')).list.map(({ seq }) => seq)).toEqual([7, 8, 9]);
    expect((await read(nurse, 'peerId=user-pharmacist')).list).toEqual([]);
  });

  it('is found by words in either script, also far into a long text, in own conversations alone', async () => {
    await doctor.write('user-nurse', `${'抗凝方案'.repeat(400)}血管通路杂音减弱`);
    await nurse.write('user-doctor', '體重已複核');
    const search = async ({ client }: ChatPerson, keyword: string, more = '') =>
      (await client.get<{ list: { content: string; peerId: string }[] }>(`/api/chat/Messages/Search?keyword=${encodeURIComponent(keyword)}${more}`)).data.list;
    expect(await search(doctor, '通路雜音')).toHaveLength(1);
    expect((await search(nurse, '体重'))[0]).toMatchObject({ content: '體重已複核', peerId: 'user-doctor' });
    expect(await search(nurse, '体重', '&peerId=user-cashier')).toEqual([]);
    const cashier = await server.signIn('cashier');
    expect((await cashier.get<{ list: unknown[] }>(`/api/chat/Messages/Search?keyword=${encodeURIComponent('体重')}`)).data.list).toEqual([]);
    expect((await listed(doctor, { toUserId: 'user-nurse', pageSize: 50, sord: 'asc', keyword: '复核' })).list.map(({ content }) => content)).toEqual([
      '體重已複核',
    ]);
  });
});

describe('marks', () => {
  it('[7.4-09] [7.4-17] [3-18] [4-08] [4-09] unread counts go up with what the other one writes and to nothing when it is read; both are told', async () => {
    await doctor.ask('UpdateReadMessage', { formUserId: 'user-nurse' });
    const before = await conversationWith(doctor, 'user-nurse');
    expect(before.unreadMessage).toBe(0);
    await nurse.write('user-doctor', '一');
    await nurse.write('user-doctor', '二');
    await doctor.write('user-nurse', '三');
    expect((await conversations(doctor))[0]).toMatchObject({
      id: 'user-nurse',
      unreadMessage: 2,
      latestMessage: '三',
      messageType: 'text',
      latestUserId: 'user-doctor',
    });
    nurse.forget();
    doctor.forget();
    await doctor.ask('UpdateReadMessage', { formUserId: 'user-nurse', seq: before.latestSeq + 1 });
    expect((await conversationWith(doctor, 'user-nurse')).unreadMessage).toBe(1);
    await doctor.ask('UpdateReadMessage', { formUserId: 'user-nurse' });
    // Late, and for a place that is not there: nothing goes back or ahead.
    await doctor.ask('UpdateReadMessage', { formUserId: 'user-nurse', seq: 1 });
    await doctor.ask('UpdateReadMessage', { formUserId: 'user-nurse', seq: 1_000_000 });
    expect(await conversationWith(doctor, 'user-nurse')).toMatchObject({ unreadMessage: 0, readSeq: before.latestSeq + 3 });
    await expect
      .poll(() => nurse.got('messagesRead').map(({ seq, formUserId }) => [formUserId, seq]))
      .toEqual([
        ['user-doctor', before.latestSeq + 1],
        ['user-doctor', before.latestSeq + 3],
      ]);
    await expect.poll(() => doctor.got('messagesRead')).toHaveLength(2);
    const { list, peerReadSeq } = await read(nurse, `peerId=user-doctor&afterSeq=${before.latestSeq}`);
    expect(peerReadSeq).toBe(before.latestSeq + 3);
    expect(list.map(({ state, receiveTime }) => [state, receiveTime !== null])).toEqual([
      [1, true],
      [1, true],
      [0, false],
    ]);
    expect((await doctor.ask('UpdateReadMessage', { formUserId: 'user-nobody' })).error).toBe('');
  });
});

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
      await doctor.write('user-nurse', image('../../etc/passwd'), { messageType: 'image' }),
      await nurse.write('user-doctor', image(name), { messageType: 'image' }),
    ])
      expect(refusal.error).toBe('chat.file-missing');
    expect((await doctor.write('user-nurse', { name, width: 0, height: 1 }, { messageType: 'image' })).error).toBe('core.invalid');
    expect((await doctor.write('user-nurse', 'not an object', { messageType: 'image' })).error).toBe('chat.content-invalid');
  });
});

describe('what a message shows', () => {
  it('a file is for who is in the conversation, and nobody else of the organisation', async () => {
    const name = await upload(doctor.client, 'IM', 'x.wav', WAV);
    const codeFor = async (client: TestClient) => (await client.get(`/api/file/Download/IM/${name}`)).code;
    expect(await codeFor(nurse.client)).toBe(EnvelopeCode.NotFound);
    await doctor.write('user-nurse', { name, length: 1 }, { messageType: 'voice' });
    expect([await codeFor(doctor.client), await codeFor(nurse.client)]).toEqual([200, 200]);
    expect(await codeFor(await server.signIn('pharmacist'))).toBe(EnvelopeCode.NotFound);
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
    await expect.poll(() => nurse.got('receiveMessage').map(({ formMessage }) => formMessage)).toEqual([link]);
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
    expect((await doctor.client.del(`/api/chat/Groups/${id}/Members/user-cashier`)).data).toMatchObject({ memberCount: 2 });
    await doctor.write(peerId, '第三条');
    expect((await cashier.client.get(`/api/chat/Messages?peerId=${peerId}`)).extras?.error).toBe('chat.group-unknown');
    expect((await conversations(cashier)).map((one) => one.id)).not.toContain(peerId);
    expect((await doctor.client.post(`/api/chat/Groups/${id}/Actions/Leave`)).code).toBe(200);
    expect((await doctor.client.post(`/api/chat/Groups/${id}/Actions/Leave`)).code).toBe(200);
    expect((await nurse.client.get<{ ownerId: string }>(`/api/chat/Groups/${id}`)).data.ownerId).toBe('user-nurse');
    cashier.socket.close();
  });
});

describe('searching over all', () => {
  it('is for holders of the right, with a reason, and stands in the audit log', async () => {
    const body = { keyword: '体重', reason: 'SIM 投诉调查' };
    const find = '/api/chat/Messages/Actions/SearchAll';
    expect((await doctor.client.post(find, body)).code).toBe(EnvelopeCode.Forbidden);
    const admin = await server.signIn('admin');
    expect((await admin.post(find, { keyword: '体重' })).code).toBe(EnvelopeCode.Invalid);
    const { data } = await admin.post<{ list: { content: string; sendUserId: string; receiveUserId: string }[] }>(find, body);
    expect(data.list).toContainEqual(expect.objectContaining({ content: '體重已複核', sendUserId: 'user-nurse', receiveUserId: 'user-doctor' }));
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
