import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { effort } from '../../../tests/support/cases/effort.ts';
import type { TestServer } from '../../../tests/support/server.ts';
import type { ChatMessage } from '../contract/message.schema.ts';
import { type ChatHouse, chatHouse, conversations, conversationWith, listed, MINUTE, read } from './chat-house.fixture.ts';
import { type ChatPerson, chatPerson } from './chat-person.fixture.ts';

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
      [await doctor.write('user-nurse', '😀'.repeat(10_000)), 'chat.text-too-long'],
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
      { numRuns: effort('chat: two people who write at once', 8, 60) },
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
