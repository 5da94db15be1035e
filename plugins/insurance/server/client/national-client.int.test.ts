import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PluginHost } from '../../../../tests/support/processes/plugin-host.ts';
import guangxi from '../../../insurance-guangxi/server/index.ts';
import { connectionTo, FACILITIES, hostInsurance } from '../../testing/connected-host.ts';
import { type FakePlatform, refuse, startFakePlatform, succeed } from '../../testing/fake-platform.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { nationalClient } from './create-national-client.ts';
import { giveUpLostEntries } from './journal.repo.ts';
import { FAILURES_UNTIL_DOWN } from './line.repo.ts';
import { nextMessageNumber } from './message-number.ts';
import type { ExchangeSubject } from './national-client.ts';

const { orgId, fixmedinsCode } = FACILITIES.guangxi;
const subject: ExchangeSubject = { orgId, operator: { userId: 'user-cashier', userName: '周收费' }, patientId: 'p1', patientName: '王甲' };
const ID_CARD = '990101196003030017';
const TOKEN = 'SIMEC-TOKEN-4711';

let platform: FakePlatform;
let host: PluginHost;
const contextOf = () => host.context<InsuranceTables>('insurance');
const clientOf = () => nationalClient(contextOf());
const rows = (infno: string) =>
  host.db
    .kyselyFor<InsuranceTables>()
    .selectFrom('insurance.exchange')
    .select(['id', 'msgid', 'state', 'infcode', 'err_msg', 'attempts', 'request', 'answer', 'sealed_envelope', 'answered_at'])
    .where('infno', '=', infno)
    .orderBy('id')
    .execute();
const heardOf = (infno: string) => platform.heard.filter(({ envelope }) => envelope.infno === infno);
const settled = { setlinfo: { setl_id: 'SETL-1', mdtrt_id: 'M1', medfee_sumamt: 12.5 } };

const START = '2026-03-02T02:00:00Z';
beforeAll(async () => {
  platform = await startFakePlatform();
  host = await hostInsurance({ 'insurance-guangxi': guangxi as never }, [connectionTo('guangxi', platform.url)], START);
});
beforeEach(async () => {
  platform.reset();
  host.time.now = new Date(START);
  const { db } = contextOf();
  for (const table of ['exchange', 'sign_in', 'line', 'message_counter'] as const) await db.deleteFrom(`insurance.${table}`).execute();
});
afterAll(async () => {
  await host.close();
  await platform.close();
});

describe('the journal', () => {
  it('holds the message, committed, before a byte of it arrives', async () => {
    let seen: unknown;
    platform.answer('2207', async () => {
      [seen] = await rows('2207');
      return succeed(settled);
    });
    const told: string[] = [];
    const outcome = await clientOf().call('2207', { data: { psn_no: 'P1' } }, subject, { onJournalled: async ({ msgid }) => void told.push(msgid) });
    expect(seen).toMatchObject({ state: 'sending', msgid: told[0], answered_at: null });
    expect(outcome).toMatchObject({ kind: 'success', msgid: told[0], output: settled });
    expect(await rows('2207')).toMatchObject([{ state: 'success', infcode: '0', attempts: 1 }]);
    expect(heardOf('2207')[0]?.envelope.msgid).toBe(told[0]);
  });

  it('and nothing leaves when what belongs to it cannot be written', async () => {
    platform.answer('2207', () => succeed(settled));
    const broken = clientOf().call('2207', {}, subject, { onJournalled: () => Promise.reject(new Error('settlement moved')) });
    await expect(broken).rejects.toThrow('settlement moved');
    expect(heardOf('2207')).toEqual([]);
    expect(await rows('2207')).toEqual([]);
  });

  it('is never inside of a transaction that waits for the platform', async () => {
    await expect(host.db.transaction(() => clientOf().call('1101', {}, subject))).rejects.toThrow();
    expect(platform.heard).toEqual([]);
  });

  it('shows identity numbers masked, and neither tokens nor sign-in numbers', async () => {
    platform.answer('1101', () => succeed({ baseinfo: { psn_no: 'P1', certno: ID_CARD } }));
    await clientOf().call('1101', { data: { mdtrt_cert_type: '01', mdtrt_cert_no: TOKEN, psn_cert_type: '01', certno: ID_CARD } }, subject);
    const [row] = await rows('1101');
    const everything = JSON.stringify([row, await rows('9001')]);
    for (const hidden of [ID_CARD, TOKEN, 'SIGN-1']) expect(everything).not.toContain(hidden);
    expect(row?.request).toContain('990*************17');
    expect(row?.sealed_envelope).toBeNull();
    expect(heardOf('1101')[0]?.text).toContain(TOKEN);
  });
});

describe('message numbers', () => {
  it('are never given twice, by whoever counts and whatever the clock does', async () => {
    const { db } = contextOf();
    const at = host.time.now.getTime();
    const numbers = await Promise.all(Array.from({ length: 60 }, (_, index) => nextMessageNumber(db, fixmedinsCode, at - (index % 3) * 60_000)));
    expect(new Set(numbers).size).toBe(60);
    for (const number of numbers) expect(number).toMatch(/^H45SIM0000032026\d{14}$/);
    await db.updateTable('insurance.message_counter').set({ sequence: 9999 }).execute();
    expect(await nextMessageNumber(db, fixmedinsCode, at)).toBe(`${fixmedinsCode}202603021000010001`);
    expect(await nextMessageNumber(db, fixmedinsCode, at)).toBe(`${fixmedinsCode}202603021000010002`);
  });
});

describe('sign-in', () => {
  beforeEach(() => platform.answer('1101', () => succeed({ baseinfo: { psn_no: 'P1' } })));

  it('happens once for an operator and a day, however many wait', async () => {
    await Promise.all([1, 2, 3].map(() => clientOf().call('1101', {}, subject)));
    expect(heardOf('9001')).toHaveLength(1);
    expect(heardOf('1101').map(({ envelope }) => envelope.sign_no)).toEqual(['SIGN-1', 'SIGN-1', 'SIGN-1']);
    await clientOf().call('1101', {}, { ...subject, operator: { userId: 'job', userName: '系统' } });
    expect(heardOf('9001').map(({ envelope }) => envelope.input.signIn)).toMatchObject([{ opter_no: 'user-cashier' }, { opter_no: 'AUTOH45SIM000003' }]);
    host.time.now = new Date(host.time.now.getTime() + 86_400_000);
    await clientOf().call('1101', {}, subject);
    expect(heardOf('9001')).toHaveLength(3);
  });

  it('is renewed when the platform forgot it, under the same message number', async () => {
    let calls = 0;
    platform.answer('1101', () => {
      calls += 1;
      return calls === 1 ? refuse('操作员未签到或签到已失效') : succeed({});
    });
    expect(await clientOf().call('1101', {}, subject)).toMatchObject({ kind: 'success' });
    const [first, second] = heardOf('1101').map(({ envelope }) => envelope);
    expect([first?.sign_no, second?.sign_no]).toEqual(['SIGN-1', 'SIGN-2']);
    expect(second?.msgid).toBe(first?.msgid);
    expect(await rows('1101')).toMatchObject([{ state: 'success', attempts: 2 }]);
  });

  it('of a job bears the name of the facility: the platform takes no empty one', async () => {
    platform.answer('1101', () => succeed({}));
    await clientOf().call('1101', {}, { ...subject, operator: { userId: 'job', userName: '' } });
    const names = [...heardOf('9001'), ...heardOf('1101')].map(({ envelope }) => envelope.opter_name);
    expect(names.map((name) => name !== '' && name === heardOf('1101')[0]?.envelope.fixmedins_name)).toEqual([true, true]);
  });

  it('that is refused says so, and the message itself does not leave', async () => {
    platform.answer('9001', () => refuse('操作员不存在'));
    await expect(clientOf().call('2207', {}, subject)).rejects.toMatchObject({ key: 'insurance.sign-in-failed', params: { reason: '操作员不存在' } });
    expect(heardOf('2207')).toEqual([]);
  });
});

describe('what an answer means', () => {
  const call = () => clientOf().call('2207', { data: {} }, subject);

  it.each<[string, unknown, object]>([
    ['success without a settlement number is unknown', succeed({ setlinfo: { setl_id: '' } }), { kind: 'unknown' }],
    ['a business refusal', refuse('医疗费总额与明细不符'), { kind: 'refused', code: '-1', reason: '医疗费总额与明细不符' }],
    ['a refusal without a word is unknown', refuse(' '), { kind: 'unknown' }],
    ['trouble of the platform is unknown', refuse('系统异常，请稍后重试'), { kind: 'unknown' }],
    ['any other number is unknown', refuse('部分成功', -300300), { kind: 'unknown' }],
    ['a gateway that may have forwarded it', { errcode: 'AGW.9999', errmsg: '未知错误' }, { kind: 'unknown' }],
    ['no answer of a platform at all', { hello: 1 }, { kind: 'unknown' }],
  ])('%s', async (_name, reply, expected) => {
    platform.answer('2207', () => reply);
    const outcome = await call();
    expect(outcome).toMatchObject(expected);
    expect(await rows('2207')).toMatchObject([{ state: outcome.kind, attempts: 1 }]);
    expect(await clientOf().outcomeOf(outcome.exchangeId)).toMatchObject(expected);
  });

  it('a cut line is unknown and is not sent again by itself', async () => {
    platform.answer('2207', (_request, response) => void response.destroy());
    expect(await call()).toMatchObject({ kind: 'unknown' });
    expect(heardOf('2207')).toHaveLength(1);
  });

  it('what a gateway kept goes again under the same number', async () => {
    let calls = 0;
    platform.answer('2207', () => {
      calls += 1;
      return calls < 3 ? { errcode: 'AGW.1429', errmsg: '并发超限' } : succeed(settled);
    });
    expect(await call()).toMatchObject({ kind: 'success' });
    expect(new Set(heardOf('2207').map(({ envelope }) => envelope.msgid)).size).toBe(1);
    expect(await rows('2207')).toMatchObject([{ state: 'success', attempts: 3 }]);
  });
});

describe('after a process died', () => {
  const sendAndDie = async () => {
    platform.answer('2601', (_request, response) => void response.destroy());
    const { exchangeId } = await clientOf().call('2601', { data: { psn_no: 'P1', omsgid: 'O1', oinfno: '2207' } }, subject);
    return exchangeId;
  };

  it('a row that was on its way becomes unknown when its time is over, not before', async () => {
    let release: (() => void) | undefined;
    const arrived = new Promise<void>((resolve) => {
      platform.answer('2207', (_request, response) => {
        release = () => void response.end(JSON.stringify(succeed(settled)));
        resolve();
        return undefined;
      });
    });
    const call = clientOf().call('2207', {}, subject);
    await arrived;
    expect(await giveUpLostEntries(contextOf())).toBe(0);
    host.time.now = new Date(host.time.now.getTime() + 600_000);
    expect(await giveUpLostEntries(contextOf())).toBe(1);
    expect(await rows('2207')).toMatchObject([{ state: 'unknown' }]);
    // The process lived after all: what it learns now comes too late, because somebody may act on the doubt already.
    release?.();
    expect(await call).toMatchObject({ kind: 'unknown' });
    expect(await rows('2207')).toMatchObject([{ state: 'unknown' }]);
  });

  it('the same message goes again: same number, same words', async () => {
    const exchangeId = await sendAndDie();
    platform.answer('2601', () => succeed(null));
    const again = await clientOf().call('2601', {}, subject, { again: exchangeId });
    expect(again).toMatchObject({ kind: 'success', exchangeId });
    const [first, second] = heardOf('2601').map(({ envelope }) => envelope);
    expect(second).toEqual(first);
    expect(await rows('2601')).toMatchObject([{ state: 'success', attempts: 2, sealed_envelope: expect.any(String) }]);
    // Answered once, it is not sent a third time.
    expect(await clientOf().call('2601', {}, subject, { again: exchangeId })).toMatchObject({ kind: 'success' });
    expect(heardOf('2601')).toHaveLength(2);
  });

  it('a repetition that a gateway kept proves nothing about the first', async () => {
    const exchangeId = await sendAndDie();
    platform.answer('2601', () => ({ errcode: 'AGW.1403', errmsg: '未订阅' }));
    expect(await clientOf().call('2601', {}, subject, { again: exchangeId })).toMatchObject({ kind: 'unknown' });
  });

  it('two at once do not repeat it twice', async () => {
    const exchangeId = await sendAndDie();
    platform.answer('2601', () => succeed(null));
    const both = await Promise.allSettled([1, 2].map(() => clientOf().call('2601', {}, subject, { again: exchangeId })));
    expect(heardOf('2601')).toHaveLength(2);
    for (const one of both) expect(one.status === 'fulfilled' ? one.value.kind : one.reason.key).toMatch(/^success$|^insurance\.still-sending$/);
  });

  it('a message with a voucher cannot go again', async () => {
    platform.answer('2207', (_request, response) => void response.destroy());
    const { exchangeId } = await clientOf().call('2207', { data: { mdtrt_cert_type: '01', mdtrt_cert_no: TOKEN } }, subject);
    await expect(clientOf().call('2207', {}, subject, { again: exchangeId })).rejects.toMatchObject({ key: 'insurance.not-kept' });
  });
});

describe('a line that is down', () => {
  it('is left alone after some failures, tried by one call, and used again', async () => {
    platform.answer('1101', () => succeed({}));
    await clientOf().call('1101', {}, subject);
    platform.answer('5301', (_request, response) => void response.destroy());
    for (let failure = 0; failure < FAILURES_UNTIL_DOWN; failure += 1) expect(await clientOf().call('5301', {}, subject)).toMatchObject({ kind: 'unknown' });
    const retryAt = host.time.now.getTime() + 15_000;
    await expect(clientOf().call('1101', {}, subject)).rejects.toMatchObject({ key: 'insurance.line-down', code: 503, params: { retryAt, seconds: 15 } });
    expect(heardOf('1101')).toHaveLength(1);

    host.time.now = new Date(retryAt + 1);
    let release: (() => void) | undefined;
    const probing = new Promise<void>((resolve) => {
      platform.answer('1101', async () => {
        await new Promise<void>((go) => {
          release = go;
          resolve();
        });
        return succeed({});
      });
    });
    const probe = clientOf().call('1101', {}, subject);
    await probing;
    await expect(clientOf().call('1101', {}, subject)).rejects.toMatchObject({ key: 'insurance.line-down' });
    release?.();
    expect(await probe).toMatchObject({ kind: 'success' });
    platform.answer('1101', () => succeed({}));
    expect(await clientOf().call('1101', {}, subject)).toMatchObject({ kind: 'success' });
  });

  it('that nobody answers on: surely nothing happened', async () => {
    platform.answer('1101', () => succeed({}));
    await clientOf().call('1101', {}, subject);
    const move = (baseUrl: string) => contextOf().db.updateTable('insurance.connection').set({ base_url: baseUrl }).execute();
    host.allowOutbound('http://127.0.0.1:9');
    await move('http://127.0.0.1:9');
    expect(await clientOf().call('2207', {}, subject)).toMatchObject({ kind: 'refused', code: 'not-sent' });
    await move(platform.url);
  });

  it('refusals of the platform do not bring it down', async () => {
    platform.answer('1101', () => refuse('未查询到参保人信息'));
    for (let call = 0; call < FAILURES_UNTIL_DOWN + 1; call += 1) expect(await clientOf().call('1101', {}, subject)).toMatchObject({ kind: 'refused' });
  });
});

it('a facility without connection, or whose region no plugin brings, sends nothing', async () => {
  await expect(clientOf().call('1101', {}, { ...subject, orgId: FACILITIES.hubei.orgId })).rejects.toMatchObject({ key: 'insurance.not-connected' });
  host.withdrawExtensions('insurance-guangxi');
  await expect(clientOf().call('1101', {}, subject)).rejects.toMatchObject({ key: 'insurance.region-off', params: { region: 'guangxi' } });
  expect(platform.heard).toEqual([]);
});
