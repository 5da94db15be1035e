import { once } from 'node:events';
import { EnvelopeCode, type Frames, Type, type UserId } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, type Hearing } from '@nephra/plugin-sdk/server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';
import { connectSocket, type SocketClient } from '../../../../tests/support/socket-client.ts';
import { chatFrames, chatPlugin, greetingTurn } from './chat.fixture.ts';

describe('frames of plugins', () => {
  let server: TestServer;
  let address: string;
  beforeAll(async () => {
    server = await startTestServer({ inline: [chatPlugin] });
    address = await server.server.listen();
    // The doctor's facility is one, the manager's another; both may announce.
    for (const subject_id of ['user-doctor', 'user-manager'])
      await server.db
        .insertInto('core.permission_grant')
        .values({ subject_type: 'user', subject_id, kind: 'permission', menu_code: 'chat.announce' })
        .execute();
  });
  const open: SocketClient[] = [];
  afterEach(async () => {
    for (const { socket } of open.splice(0)) socket.terminate();
    await expect.poll(() => server.server.hub.online()).toEqual([]);
  });
  afterAll(() => server.close());

  interface Person extends SocketClient {
    readonly token: string;
    say(method: string, body?: object, ref?: string): void;
  }
  const come = async (account: string): Promise<Person> => {
    const { token } = await server.signIn(account);
    const client = await connectSocket(address, token);
    open.push(client);
    return { ...client, token, say: (method, body = {}, ref) => client.socket.send(JSON.stringify({ ...body, method, token, ref })) };
  };
  /** Everything that was pushed before this call has been delivered when it resolves. */
  const settled = async (...people: readonly Person[]): Promise<void> => {
    const title = `end ${Math.max(...people.map(({ frames }) => frames.length))}`;
    await server.server.core.parts.pushes.push('all', 'messagePush', { title });
    for (const { frames } of people) await expect.poll(() => frames.some((frame) => frame.title === title)).toBe(true);
  };
  const titles = ({ frames }: Person) =>
    frames.flatMap((frame) => (frame.method === 'messagePush' && !String(frame.title).startsWith('end ') ? [frame.title] : []));

  it('runs the handler as the socket’s person, pushes to the other and answers the sender', async () => {
    const [doctor, nurse] = [await come('doctor'), await come('nurse')];
    expect(await doctor.frame('initMessage')).toEqual({ method: 'initMessage', unreadNums: [], orgId: 'org-gz', language: 'zh' });
    doctor.say('SendMessage', { toUserId: 'user-nurse', messageType: 'text', messageContent: '你好', formUserId: 'user-admin' }, 'r1');
    expect(await nurse.frame('receiveMessage')).toEqual({ method: 'receiveMessage', formUserId: 'user-doctor', messageType: 'text', formMessage: '你好' });
    expect(await doctor.frame('sendMessage')).toEqual({ method: 'sendMessage', ref: 'r1', UserId: 'user-doctor', toUserId: 'user-nurse', toMessage: '你好' });
    doctor.say('UpdateReadMessage', { formUserId: 'user-nurse' }, 'r2');
    expect(await doctor.frame('heard')).toEqual({ method: 'heard', ref: 'r2' });
    const entry = await server.db.selectFrom('core.audit').selectAll().where('action', '=', 'chat.SendMessage').executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ outcome: 'ok', user_id: 'user-doctor', subject_id: 'user-nurse', class: 'write' });
  });

  it('what a window says is answered while it and others still wait for what plugins tell them first', async () => {
    let greet = (): void => undefined;
    greetingTurn.until = new Promise((resolve) => {
      greet = resolve;
    });
    const coming = ['nurse', 'clerk', 'cashier', 'pharmacist', 'doctor', 'manager'].map(come);
    const { token } = await server.signIn('admin');
    const told: Readonly<Record<string, unknown>>[] = [];
    const host = new URL(address).host.replace('localhost', '127.0.0.1');
    const socket = new WebSocket(`ws://${host}/api/message/websocket`, { origin: `http://${host}` });
    socket.on('message', (data) => told.push(JSON.parse(String(data))));
    await once(socket, 'open');
    const says = (frame: object) => socket.send(JSON.stringify({ ...frame, token }));
    says({ method: 'OnConnection' });
    says({ method: 'UpdateReadMessage', formUserId: 'x', ref: 'early' });
    await expect.poll(() => told.map(({ method }) => method)).toEqual(['greeted', 'heard']);
    greet();
    greetingTurn.until = Promise.resolve();
    await expect.poll(() => told.some(({ method }) => method === 'initMessage')).toBe(true);
    for (const person of await Promise.all(coming)) expect(person.frames.map(({ method }) => method)).toContain('initMessage');
    socket.terminate();
  });

  it('refuses in the reader’s language and in the shape of routes, to that socket alone', async () => {
    await server.db.updateTable('core.user_account').set({ language: 'en' }).where('account', '=', 'nurse').execute();
    const [nurse, clerk] = [await come('nurse'), await come('clerk')];
    const refusalOf = async (say: () => void): Promise<Readonly<Record<string, unknown>> | undefined> => {
      const before = nurse.frames.length;
      say();
      await expect.poll(() => nurse.frames.slice(before).some(({ method }) => method === 'refused')).toBe(true);
      return nurse.frames.slice(before).find(({ method }) => method === 'refused');
    };
    expect(await refusalOf(() => nurse.say('NobodyKnows', {}, 'x'))).toMatchObject({
      frame: 'NobodyKnows',
      ref: 'x',
      code: EnvelopeCode.NotFound,
      extras: { error: 'core.frame-unknown' },
    });
    expect(await refusalOf(() => nurse.say('Announce', { to: 'all', title: 'forbidden' }))).toMatchObject({
      code: EnvelopeCode.Forbidden,
      extras: { error: 'core.forbidden' },
    });
    expect(await refusalOf(() => nurse.say('SendMessage', { toUserId: '', messageType: 'voice', messageContent: 7 }))).toMatchObject({
      code: EnvelopeCode.Invalid,
      extras: { error: 'core.invalid', fields: [{ path: 'toUserId' }, { path: 'messageType' }, { path: 'messageContent' }] },
    });
    const message = { toUserId: 'user-clerk', messageType: 'text' };
    expect(await refusalOf(() => nurse.say('SendMessage', { ...message, messageContent: 'closed' }))).toEqual({
      method: 'refused',
      frame: 'SendMessage',
      code: EnvelopeCode.Conflict,
      msg: 'The conversation A is closed',
      extras: { error: 'chat.closed', params: { name: 'A' } },
    });
    expect(await refusalOf(() => nurse.say('SendMessage', { ...message, messageContent: 'broken' }))).toMatchObject({
      code: EnvelopeCode.Fault,
      extras: { error: 'core.fault' },
    });
    await settled(nurse, clerk);
    // Neither the refusals nor what was pushed before them.
    expect(clerk.frames.filter(({ method }) => method === 'refused' || method === 'receiveMessage')).toEqual([]);
    expect(titles(clerk)).toEqual([]);
    const refused = await server.db.selectFrom('core.audit').select('body').where('action', '=', 'chat.SendMessage').where('outcome', '=', 'refused').execute();
    expect(refused.filter(({ body }) => body.includes('chat.closed'))).toHaveLength(1);
  });

  it('a locked session is refused, one that is over ends its socket and no other', async () => {
    const [doctor, nurse] = [await come('doctor'), await come('nurse')];
    await server.db.updateTable('core.session').set({ locked: true }).where('user_id', '=', 'user-doctor').execute();
    doctor.say('UpdateReadMessage', { formUserId: 'x' });
    expect(await doctor.frame('refused')).toMatchObject({ extras: { error: 'core.locked' } });
    // Signed off behind this server's back: the next frame ends it, before the sweep does.
    await server.db.updateTable('core.session').set({ ended_at: server.time.now, end_reason: 'logout' }).where('user_id', '=', 'user-doctor').execute();
    doctor.say('SendMessage', { toUserId: 'user-nurse', messageType: 'text', messageContent: 'from nobody' });
    expect(await doctor.closed).toBe(1008);
    await settled(nurse);
    expect(nurse.frames.map(({ method }) => method)).not.toContain('receiveMessage');
  });

  it('pushes to a person, an organisation, a role of it and all; another organisation hears only what is for all', async () => {
    const people = [await come('doctor'), await come('nurse'), await come('manager')] as const;
    const [doctor, nurse, manager] = people;
    doctor.say('Announce', { to: 'user-nurse', title: 'person' });
    doctor.say('Announce', { to: 'org-gz', title: 'organisation' });
    doctor.say('Announce', { to: 'org-gz', role: 'doctor', title: 'role' });
    doctor.say('Announce', { to: 'org-root', title: 'those above' });
    doctor.say('Announce', { to: 'all', title: 'all' });
    await expect.poll(() => titles(doctor)).toContain('all');
    await settled(...people);
    expect(titles(doctor)).toEqual(['organisation', 'role', 'all']);
    expect(titles(nurse)).toEqual(['person', 'organisation', 'all']);
    expect(titles(manager)).toEqual(['all']);
  });

  it('who was moved or lost a role is not reached as what they were, from the very next push', async () => {
    const nurse = await come('nurse');
    const before = await server.db.selectFrom('core.user_account').select(['org_id', 'department_id']).where('id', '=', 'user-nurse').executeTakeFirstOrThrow();
    await server.db.updateTable('core.user_account').set({ org_id: 'org-wh', department_id: null }).where('id', '=', 'user-nurse').execute();
    const { pushes } = server.server.core.parts;
    await pushes.push({ organisation: 'org-gz' as never }, 'messagePush', { title: 'old place' });
    await pushes.push({ organisation: 'org-wh' as never }, 'messagePush', { title: 'new place' });
    await settled(nurse);
    expect(titles(nurse)).toEqual(['new place']);
    await server.db.updateTable('core.user_account').set(before).where('id', '=', 'user-nurse').execute();
  });

  it('what is pushed in a transaction leaves after its commit, and never after a rollback', async () => {
    const nurse = await come('nurse');
    const { pushes } = server.server.core.parts;
    const push = (title: string) => pushes.push({ person: 'user-nurse' as UserId }, 'messagePush', { title });
    await expect(
      server.database.transaction(async () => {
        await push('rolled back');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await server.database.transaction(async () => {
      await push('committed');
      await server.db.selectFrom('core.revision').selectAll().execute();
      expect(titles(nurse)).toEqual([]);
    });
    await expect.poll(() => titles(nurse)).toEqual(['committed']);
    await settled(nurse);
    expect(titles(nurse)).toEqual(['committed']);
  });

  it('a megabyte, a thousand frames in a second: that socket ends, others and the server go on', async () => {
    const [doctor, flood, nurse] = [await come('doctor'), await come('doctor'), await come('nurse')];
    doctor.say('SendMessage', { toUserId: 'user-nurse', messageType: 'text', messageContent: 'x'.repeat(1_048_576) });
    expect(await doctor.closed).toBe(1009);
    for (let n = 0; n < 1000; n += 1) flood.say('SendMessage', { toUserId: 'user-nurse', messageType: 'text', messageContent: String(n) });
    expect(await flood.closed).toBe(1008);
    nurse.say('UpdateReadMessage', { formUserId: 'x' }, 'still');
    expect(await nurse.frame('heard')).toMatchObject({ ref: 'still' });
    await settled(nurse);
    const received = nurse.frames.filter(({ method }) => method === 'receiveMessage').length;
    expect(received).toBeLessThanOrEqual(server.config.socketFramesPerSecond * 3);
  });

  it('a reader that takes nothing is cut off once its buffer is full; others get everything', async () => {
    const [slow, nurse] = [await come('doctor'), await come('nurse')];
    slow.socket.pause();
    const { pushes } = server.server.core.parts;
    const title = 'x'.repeat(60_000);
    const count = 400;
    for (let n = 0; n < count; n += 1) await pushes.push('all', 'messagePush', { title });
    await expect.poll(() => titles(nurse).length).toBe(count);
    expect(server.server.hub.online()).toEqual(['user-nurse']);
    slow.socket.resume();
    expect(await slow.closed).toBe(1006);
    expect(titles(slow).length).toBeLessThan(count);
  });

  it('old pushes are removed, new ones stay', async () => {
    const { pushes } = server.server.core.parts;
    const count = async () =>
      Number(
        (
          await server.db
            .selectFrom('core.socket_push')
            .select((eb) => eb.fn.countAll<string>().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      );
    server.time.advance(600_001);
    await pushes.push('all', 'messagePush', { title: 'new' });
    expect(await count()).toBeGreaterThan(1);
    await pushes.forgetOld();
    expect(await count()).toBe(1);
  });
});

describe('frames at the start of a plugin', () => {
  const named = (id: string) => ({ id, version: '1.0.0', sdk: '^1.0.0', name: { zh: id, zhtw: id, en: id } });
  const body = Type.Object({ title: Type.String() });
  const hears = (frame: object): Hearing['frames']['hears'] => ({
    Tell: { summary: 'tells', need: 'session', audit: 'none', body, ...frame } as Frames['hears'][string],
  });
  const handlers: Hearing['handlers'] = Object.fromEntries([['Tell', () => undefined]]);
  const plugin = (id: string, frames: Frames) => ({
    definition: named(id),
    server: defineServerPlugin({ sockets: [{ frames, handlers }] }) as never,
  });
  const reasonOf = async (...inline: ReturnType<typeof plugin>[]) => {
    const server = await startTestServer({ inline });
    try {
      return server.server.plugins.host.snapshot.plugins.map(({ state, reason }) => ({ state, ...reason }));
    } finally {
      await server.close();
    }
  };

  it.each([
    ['no need', { need: undefined }, 'frame-need'],
    ['anybody', { need: 'public' }, 'frame-need'],
    ['an empty list', { need: { anyOf: [] } }, 'frame-need'],
    ['a need that is no permission', { need: 'chat.read' }, 'frame-need'],
    ['no audit', { audit: undefined }, 'frame-malformed'],
    ['a body that is no object', { body: Type.String() }, 'frame-malformed'],
    ['a member of the frame itself', { body: Type.Object({ token: Type.String() }) }, 'frame-malformed'],
    ['an answer that nobody declares', { reply: 'told' }, 'frame-malformed'],
  ])('%s: the plugin is refused by a sentence', async (_name, frame, key) => {
    expect(await reasonOf(plugin('teller', { name: 'teller', hears: hears(frame), pushes: {} }))).toMatchObject([
      { state: 'failed', key, params: { plugin: 'teller', frame: 'Tell' } },
    ]);
  });

  it('a frame belongs to one plugin, whichever way it goes; those of the shell to nobody', async () => {
    const first = plugin('first', { name: 'first', hears: hears({}), pushes: {} });
    const second = plugin('second', { name: 'second', hears: {}, pushes: { Tell: { summary: 'x', body } } });
    const third = plugin('third', { name: 'third', hears: {}, pushes: { logout: { summary: 'x', body } } });
    const [, refused, shells] = await reasonOf(first, second, third);
    expect(refused).toMatchObject({ state: 'conflict', key: 'conflict-frame', params: { what: 'Tell', owner: 'first', plugin: 'second' } });
    expect(shells).toMatchObject({ state: 'conflict', key: 'conflict-frame', params: { what: 'logout', owner: 'shell' } });
  });

  it('a plugin pushes its own frames alone, in their shapes and within the limit', async () => {
    const server = await startTestServer({ inline: [chatPlugin] });
    const { socket } = server.server.plugins.host.snapshot.live[0]?.context ?? {};
    const strange = { name: 'x', hears: {}, pushes: { rightsChanged: { summary: 'x', body } } } as const satisfies Frames;
    await expect(socket?.push('all', strange, 'rightsChanged', { title: 'x' })).rejects.toThrow('not among those that this plugin declares');
    await expect(socket?.push('all', chatFrames, 'messagePush', { title: 7 } as never)).rejects.toThrow('does not fit its schema');
    await expect(socket?.push('all', chatFrames, 'messagePush', { title: 'x'.repeat(65_536) })).rejects.toThrow('at most 65536');
    await server.close();
  });
});
