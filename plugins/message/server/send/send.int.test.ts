import { isAppError, type OrgId, type UserId } from '@nephra/plugin-sdk/contract';
import { codeSender, smsSending } from '@nephra/plugin-sdk/server';
import { createFakeJobRun } from '@nephra/plugin-sdk/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CaughtMail } from '../../../../tools/sim/mail/mail-catcher.ts';
import { outboxContract } from '../../contract/send/outbox.contract.ts';
import { preferenceContract } from '../../contract/send/preference.contract.ts';
import message from '../index.ts';
import { drainLane } from './outbox/drain-lane.ts';
import { laneRows } from './outbox/lane-rows.ts';
import { channelsIn } from './preference/ways.query.ts';
import { admin, by, MINUTE, type Sending, startSending } from './send.fixture.ts';

const outbox = outboxContract.routes;
const own = preferenceContract.routes;
let sending: Sending;
let host: Sending['host'];
beforeAll(async () => {
  sending = await startSending();
  host = sending.host;
});
afterEach(() => sending.clear());
afterAll(() => sending?.close());

const ctx = () => sending.ctx();
const send: Sending['send'] = (over) => sending.send(over);
const work = () => sending.work();
const listed: Sending['listed'] = (query) => sending.listed(query);
const pass = (ms: number): void => sending.pass(ms);
const states = async () => (await listed()).map(({ userName, channel, state, reason }) => `${userName} ${channel} ${state}${reason === '' ? '' : ' !'}`);
const contentOf = (mail: CaughtMail | undefined): string => Buffer.from(mail?.content.split('\r\n\r\n')[1] ?? '', 'base64').toString('utf8');
const arrived = (): number => sending.mails.mails.length;
const refusal = async (attempt: Promise<unknown>): Promise<string> =>
  await attempt.then(
    () => 'allowed',
    (error: unknown) => (isAppError(error) ? error.key : Promise.reject(error)),
  );

describe('mail', () => {
  it('goes once to each receiver, in their language, and names nobody; the same key sends nothing more', async () => {
    const before = arrived();
    const key = 'acme.told/once';
    for (let times = 0; times < 2; times += 1) await send({ key, receivers: [{ organisation: 'gz' as OrgId }, { persons: ['nurse', 'gone'] as UserId[] }] });
    for (let times = 0; times < 3; times += 1) await work();
    expect(await states()).toEqual(['SIM nurse mail sent', 'SIM clerk mail sent', 'SIM admin mail sent']);
    const got = sending.mails.mails.slice(before);
    expect(got.map(({ to }) => to[0]).sort()).toEqual(['admin@example.org', 'clerk@example.org', 'nurse@example.org']);
    const english = contentOf(got.find(({ to }) => to[0] === 'clerk@example.org'));
    expect(english).toContain('有2笔结算存疑 (en)');
    expect(JSON.stringify([got.map(({ content }) => content), got.map(contentOf)])).not.toContain('王小明');
    const [row] = await listed({ keyword: 'nurse' });
    expect(row).toMatchObject({ address: 'n***@example.org', kindName: 'SIM 结算存疑', channelName: '邮件', tries: 1 });
    expect(got.some(({ content }) => content.includes(`Message-ID: <${row?.id}@example.org>`))).toBe(true);
  });

  it('of a message that was rolled back is none, and of a kind that nobody declares neither', async () => {
    await host.db
      .transaction(async () => {
        await send();
        throw new Error('SIM');
      })
      .catch(() => undefined);
    await send({ kind: 'acme.unknown', key: 'acme.unknown/1' });
    expect(await states()).toEqual([]);
  });

  it('waits while the server is away, longer each time, and is given up with the reason; somebody sends it again', async () => {
    const before = arrived();
    sending.values.emailSmtpPort = 1;
    await send();
    await work();
    const [first] = await listed();
    expect(first).toMatchObject({ state: 'waiting', tries: 1, reason: expect.stringContaining('连不上') });
    expect(first?.nextTryTime).toBe(host.time.now.getTime() + MINUTE);
    await work();
    expect((await listed())[0]?.tries).toBe(1);
    for (const minutes of [1, 5, 15, 60, 240, 720]) {
      pass(minutes * MINUTE);
      await work();
    }
    expect(await listed()).toMatchObject([{ state: 'given-up', tries: 7 }]);
    pass(24 * 60 * MINUTE);
    sending.values.emailSmtpPort = sending.mails.port;
    await work();
    expect(arrived()).toBe(before);
    const rows = (await listed()).map(({ id, version }) => ({ id, version }));
    const stale = rows.map(({ id, version }) => ({ id, version: version - 1 }));
    expect(await host.call('message', outbox.sendAgain, { user: admin, body: { rows: stale } })).toEqual({ count: 0 });
    expect(await host.call('message', outbox.sendAgain, { user: admin, body: { rows } })).toEqual({ count: 1 });
    await work();
    expect(await states()).toEqual(['SIM nurse mail sent']);
    expect(arrived()).toBe(before + 1);
  });

  it('refused for good is given up at once; refused for now is tried again', async () => {
    sending.fate = () => 'refuse';
    await send();
    await work();
    expect(await listed()).toMatchObject([{ state: 'given-up', tries: 1, said: expect.stringContaining('550') }]);
    sending.fate = () => 'later';
    await send();
    await work();
    expect((await listed()).map(({ state }) => state)).toEqual(['waiting', 'given-up']);
  });

  it('whose answer was lost is in doubt and never sent again by itself; who settles it, ends it', async () => {
    const before = arrived();
    sending.fate = () => 'cut';
    await send();
    await work();
    sending.fate = () => 'take';
    pass(48 * 60 * MINUTE);
    await work();
    expect(arrived()).toBe(before + 1);
    expect(await listed()).toMatchObject([{ state: 'doubtful', reason: expect.stringContaining('不知是否送达') }]);
    const rows = (await listed()).map(({ id, version }) => ({ id, version }));
    expect(await host.call('message', outbox.close, { user: admin, body: { rows } })).toEqual({ count: 1 });
    expect(await listed()).toMatchObject([{ state: 'sent', reason: '人工处理' }]);
    expect(host.audits.at(-1)?.entry).toMatchObject({ subject: 'message-outbox' });
  });

  it('that a process left noted but unanswered is in doubt for the next one, which sends what was only waiting', async () => {
    const before = arrived();
    await send();
    await send();
    const [second] = await listed();
    const lane = channelsIn(ctx()).find(({ code }) => code === 'mail');
    if (!lane || !second) throw new Error('nothing waits');
    // The first process notes one and is gone before it hands it over.
    const gone = laneRows(ctx(), { ...lane, send: () => new Promise(() => undefined) }, { keep: async () => undefined });
    const due = await gone.due(1);
    await gone.note(await gone.plan(due));
    await work();
    expect((await listed()).map(({ state }) => state).sort()).toEqual(['doubtful', 'sent']);
    expect(arrived()).toBe(before + 1);
    // It was only slow: what it learns in the end is noted.
    const [row] = await ctx().db.selectFrom('message.outbox').selectAll().where('state', '=', 'doubtful').execute();
    const noted = { row: { ...due[0], id: row?.id, attemptId: row?.attempt_id, tries: 1, unsure: false }, message: {} } as never;
    await gone.settle(noted, { outcome: 'sent' });
    expect((await listed()).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  it('outdated or without an address by now is not sent; without a server none is written', async () => {
    const before = arrived();
    await send();
    pass(4 * 24 * 60 * MINUTE);
    await work();
    expect(await listed()).toMatchObject([{ state: 'given-up', reason: '超过三天仍未发出' }]);
    await send({ receivers: [{ persons: ['mute' as UserId] }] });
    sending.values.emailSmtpHost = '';
    await send();
    expect(await listed()).toHaveLength(1);
    expect(arrived()).toBe(before);
  });

  it('urgent ones first, no more at once and a minute than the channel allows', async () => {
    const lane = channelsIn(ctx()).find(({ code }) => code === 'mail');
    if (!lane) throw new Error('no channel');
    for (const urgency of ['normal', 'normal', 'urgent', 'normal'] as const) await send({ urgency });
    const order: string[] = [];
    let atOnce = 0;
    const busy = { most: 0 };
    const slow = {
      ...lane,
      limits: { atOnce: 2, perMinute: 3 },
      send: async ({ urgency }: { readonly urgency: string }) => {
        atOnce += 1;
        busy.most = Math.max(busy.most, atOnce);
        order.push(urgency);
        await Promise.resolve();
        atOnce -= 1;
        return { outcome: 'sent' as const };
      },
    };
    const waitMs = await drainLane(laneRows(ctx(), slow, { keep: async () => undefined }), () => false);
    expect([order[0], order.length, busy.most]).toEqual(['urgent', 3, 2]);
    expect(waitMs).toBeGreaterThan(0);
    pass(waitMs);
    await drainLane(laneRows(ctx(), slow, { keep: async () => undefined }), () => false);
    expect(order).toHaveLength(4);
  });
});

describe('what people want', () => {
  const save = (userId: string, body: object, version = 0) => host.call('message', own.save, { user: by(userId), body: { version, kinds: [], ...body } });

  it('a kind goes by the ways that they chose; what is required stays in the product', async () => {
    await save('nurse', {
      kinds: [
        { kind: 'acme.told', channels: ['product'] },
        { kind: 'acme.must', channels: ['mail'] },
        { kind: 'nobody.knows', channels: [] },
      ],
    });
    const both = { receivers: [{ persons: ['nurse', 'clerk'] as UserId[] }] };
    await send(both);
    await send({ ...both, kind: 'acme.must', key: 'acme.must/1' });
    expect((await listed()).map(({ userName, kindName }) => `${userName} ${kindName}`).sort()).toEqual([
      'SIM clerk SIM 结算存疑',
      'SIM clerk SIM 结算存疑',
      'SIM nurse SIM 结算存疑',
    ]);
    const chosen = await host.call('message', own.read, { user: by('nurse') });
    expect(chosen.kinds.filter(({ code }) => code.startsWith('acme'))).toMatchObject([
      { code: 'acme.told', channels: ['product'], chosen: true },
      { code: 'acme.must', channels: ['product', 'mail'], chosen: true, required: true },
    ]);
    const asks = async (user: typeof admin) => (await host.call('message', own.read, { user })).kinds.some(({ code }) => code === 'core.pluginFailed');
    expect([await asks(by('nurse')), await asks(admin)]).toEqual([false, true]);
    expect(chosen.channels).toMatchObject([{ code: 'product' }, { code: 'mail', address: 'n***@example.org', ready: true }, { code: 'sms', ready: false }]);
    // None at all: nothing in the product either.
    await save('nurse', { kinds: [{ kind: 'acme.told', channels: [] }] }, 1);
    expect(await send()).toMatchObject({ sent: true, receivers: 0 });
    await save('nurse', { kinds: [{ kind: 'acme.told', channels: null }] }, 2);
    expect(await send()).toMatchObject({ receivers: 1 });
  });

  it('is theirs alone: nobody reads or changes another one’s, and two windows do not undo each other', async () => {
    await save('nurse', { kinds: [{ kind: 'acme.told', channels: [] }], quiet: { on: 1, from: 0, to: 60, zone: 'Asia/Tokyo' } });
    const clerk = await host.call('message', own.read, { user: by('clerk', 'en') });
    expect(clerk).toMatchObject({ version: 0, quiet: { on: 0 } });
    expect(clerk.kinds.every(({ chosen }) => !chosen)).toBe(true);
    expect(await refusal(save('nurse', {}))).toBe('message.preference-stale');
    expect(await refusal(save('clerk', {}, 1))).toBe('message.preference-stale');
    expect((await host.call('message', own.read, { user: by('nurse') })).quiet).toEqual({ on: 1, from: 0, to: 60, zone: 'Asia/Tokyo' });
    expect(await refusal(save('nurse', { quiet: { on: 1, from: 60, to: 60, zone: 'Asia/Tokyo' } }, 1))).toBe('message.quiet-whole-day');
    expect(await refusal(save('nurse', { quiet: { on: 1, from: 0, to: 60, zone: 'Mars/Base' } }, 1))).toBe('message.zone-unknown');
  });

  it('quiet hours hold back what is not urgent, over midnight, without a try; urgent ones pass', async () => {
    host.time.now = new Date('2026-03-10T23:30:00+08:00');
    await save('nurse', { quiet: { on: 1, from: 22 * 60, to: 7 * 60, zone: 'Asia/Shanghai' } });
    await send();
    await send({ urgency: 'urgent' });
    await work();
    expect(await listed()).toMatchObject([
      { urgency: 'urgent', state: 'sent' },
      { urgency: 'normal', state: 'waiting', tries: 0, nextTryTime: Date.parse('2026-03-11T07:00:00+08:00') },
    ]);
    host.time.now = new Date('2026-03-11T07:00:00+08:00');
    await work();
    expect((await listed()).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });
});

describe('what a site words otherwise', () => {
  it('goes before the words of the kind, by the ways of the template, and never with what is personal', async () => {
    const words = { title: 'SIM 请处理', content: '{n}笔，见医保驾驶舱', urgency: 'urgent', channels: ['mail'], sms: undefined } as const;
    sending.template = words;
    await send();
    await work();
    expect(contentOf(sending.mails.mails.at(-1))).toContain('2笔，见医保驾驶舱');
    expect(await listed()).toMatchObject([{ urgency: 'urgent', state: 'sent' }]);
    sending.template = { ...words, content: '{patient}' };
    await send();
    await work();
    expect(contentOf(sending.mails.mails.at(-1))).toContain('有2笔结算存疑');
    expect(contentOf(sending.mails.mails.at(-1))).not.toContain('王小明');
  });
});

describe('text messages', () => {
  const sms = (company: '1' | '2') => ({ company, templateId: 'SIM.1', appId: '1400', signName: 'SIM 中心', content: '有{n}笔', params: ['n'] });
  const provider = (company: '1' | '2') => {
    sending.values = { ...sending.values, smsCompany: company, smsKeyId: 'SIM-key', domain: `http://127.0.0.1:${sending.texts.port}`, region: 'ap-guangzhou' };
    sending.template = { title: 'SIM', content: 'SIM', urgency: 'normal', channels: ['sms'], sms: sms(company) };
  };

  it('go to nobody whose provider is not on the list', async () => {
    provider('1');
    expect(await host.service(smsSending).obstacle('1')).toBe('not-listed');
    expect(await host.service(smsSending).obstacle('2')).toBe('not-set-up');
    await send();
    expect(await states()).toEqual([]);
  });

  it.each(['1', '2'] as const)('are signed as provider %s asks for, filled with what is open, once', async (company) => {
    host.allowOutbound(`http://127.0.0.1:${sending.texts.port}`);
    provider(company);
    const before = sending.texts.caught.length;
    await send();
    await work();
    await work();
    expect(await states()).toEqual(['SIM nurse sms sent']);
    const [row] = await listed();
    const params = company === '1' ? { n: '2' } : ['2'];
    expect(sending.texts.caught.slice(before)).toMatchObject([
      { mobile: company === '1' ? '13800001111' : '+8613800001111', signName: 'SIM 中心', templateId: 'SIM.1', params, id: row?.id },
    ]);
    expect(row?.address).toBe('138****1111');
  });

  it('codes of the shell go the same way, in a wording that has the code and asks for nothing else', async () => {
    const codes = host.service(codeSender);
    expect(await codes.ready()).toBe(false);
    provider('1');
    // The wording asks for something that a code has not.
    expect(await codes.ready()).toBe(false);
    const code = { mobile: '13800001111', code: '123456', minutes: 5, system: 'SIM 系统', id: 'SIM-code' };
    expect(await codes.send(code)).toEqual({ outcome: 'refused', reason: 'no-template' });
    sending.template = { title: 'SIM', content: 'SIM', urgency: 'urgent', channels: ['sms'], sms: { ...sms('1'), params: ['code', 'minutes'] } };
    expect(await codes.ready()).toBe(true);
    const before = sending.texts.caught.length;
    expect(await codes.send(code)).toEqual({ outcome: 'sent' });
    expect(sending.texts.caught.slice(before)).toMatchObject([{ mobile: '13800001111', params: { code: '123456', minutes: '5' }, id: 'SIM-code' }]);
    // Nobody is asked by which way they want codes.
    expect((await host.call('message', own.read, { user: admin })).kinds.map((kind) => kind.code)).not.toContain('core.mobileCode');
  });

  it.each([
    ['1', 'isv.BUSINESS_LIMIT_CONTROL', 'waiting'],
    ['1', 'isv.MOBILE_NUMBER_ILLEGAL', 'given-up'],
    ['1', 'isv.AMOUNT_NOT_ENOUGH', 'waiting'],
    ['2', 'LimitExceeded.PhoneNumberDailyLimit', 'waiting'],
    ['2', 'InvalidParameterValue.IncorrectPhoneNumber', 'given-up'],
    ['2', 'AuthFailure.SignatureFailure', 'waiting'],
    ['1', 'hang up', 'doubtful'],
  ] as const)('of provider %s that answers %s are %s', async (company, code, state) => {
    provider(company);
    sending.texts.answerNext(code);
    await send();
    await work();
    expect(await listed()).toMatchObject([{ state, tries: 1 }]);
  });

  it('with a wrong secret are refused by both, and wait', async () => {
    provider('2');
    sending.values.smsKeyId = 'SIM-other';
    await send();
    await work();
    expect(await listed()).toMatchObject([{ state: 'waiting', said: expect.stringContaining('SecretIdNotFound') }]);
  });
});

describe('the page of administrators', () => {
  it('is closed to everybody else, searches, and old entries go', async () => {
    for (const [route, call] of [
      [outbox.list, {}],
      [outbox.channels, {}],
      [outbox.sendAgain, { body: { rows: [{ id: 'x', version: 1 }] } }],
      [outbox.close, { body: { rows: [{ id: 'x', version: 1 }] } }],
    ] as const)
      expect(await refusal(host.call('message', route, { user: by('nurse'), ...call } as never))).toBe('core.system-only');
    await send();
    await work();
    expect(await listed({ keyword: 'nurse', state: 'sent', channel: 'mail', kind: 'acme.told' })).toHaveLength(1);
    expect(await listed({ state: 'waiting' })).toHaveLength(0);
    const { channels } = await host.call('message', outbox.channels, { user: admin });
    expect(channels).toMatchObject([{ code: 'mail', ready: true, waiting: 0, failed: 0 }, { code: 'sms' }]);
    const tidy = message.jobs?.find(({ name }) => name === 'tidy-message-outbox');
    await tidy?.run(ctx() as never, createFakeJobRun());
    expect(await listed()).toHaveLength(1);
    pass(91 * 24 * 60 * MINUTE);
    await tidy?.run(ctx() as never, createFakeJobRun());
    expect(await listed()).toHaveLength(0);
  });
});
