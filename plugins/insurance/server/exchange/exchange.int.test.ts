import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InsuranceSimulator, startInsuranceSimulator } from '../../../../tools/sim/insurance/index.ts';
import { type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import guangdong from '../../../insurance-guangdong/server/index.ts';
import hubei from '../../../insurance-hubei/server/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import { type ExchangeBody, exchangeContract } from '../../contract/index.ts';
import { connectionTo, FACILITIES, hostInsurance, SIM_SECRET } from '../../testing/connected-host.ts';
import { nationalClient } from '../client/create-national-client.ts';
import type { ExchangeSubject } from '../client/national-client.ts';
import type { InsuranceTables } from '../insurance-tables.ts';

const { routes } = exchangeContract;
const wuhan = staff({ userId: 'user-wh', orgId: 'org-wh', orgIds: ['org-wh'] });
const START = '2026-03-02T02:00:00Z';
const ID_CARD = '990101196003030017';

let sim: InsuranceSimulator;
let host: PluginHost;
let base: string;
const contextOf = () => host.context<InsuranceTables>('insurance');
const subject: ExchangeSubject = { orgId: FACILITIES.guangdong.orgId, operator: { userId: 'user-cashier', userName: '周收费' } };
const input1901 = { data: { type: 'insutype', parentValue: '', admdvs: '440100', date: '2026-03-02', valiFlag: '1' } };

beforeAll(async () => {
  sim = await startInsuranceSimulator({ port: 0, clock: () => new Date(START) });
  base = `${sim.url}/guangdong`;
  host = await hostInsurance({ 'insurance-guangdong': guangdong as never, 'insurance-hubei': hubei as never }, [
    connectionTo('guangdong', base),
    connectionTo('hubei', `${sim.url}/hubei`, { testRegion: false }),
  ]);
  host.provide(patientDirectory, {
    get: async (patientId: string) => (patientId === 'p1' ? { patientId, patientName: '王甲' } : undefined),
    idsOfPerson: async (patientId: string) => [patientId],
    seenIds: async () => undefined,
    rowFilter: () => undefined,
  } as never);
});
afterAll(async () => {
  await sim.close();
  await host.close();
});

const proxy = (over: object = {}, user = staff()) =>
  host.call('insurance', routes.proxy, { body: { url: base, infno: '1901', input: input1901, ...over }, user });
const note = (over: Partial<ExchangeBody> = {}): ExchangeBody => ({
  infno: '1161',
  msgid: 'CARD-0000000001',
  request: JSON.stringify({ input: { certno: ID_CARD } }),
  answer: '',
  infcode: '',
  errMsg: '',
  state: 'sending',
  patientId: 'p1',
  ...over,
});

describe('[7.3-04] asking the platform', () => {
  it('signs on the server, answers, and leaves a row', async () => {
    const reply = await proxy();
    expect(reply).toMatchObject({ infcode: '0', exchangeId: expect.any(String) });
    const row = await host.call('insurance', routes.record, { params: { id: reply.exchangeId } });
    expect(row).toMatchObject({ infno: '1901', state: 'success', testRegion: true, operatorName: '林医生' });
    expect(JSON.stringify([reply, row])).not.toContain(SIM_SECRET);
  });

  it('says what the platform refused', async () => {
    const reply = await proxy({
      infno: '1101',
      input: { data: { mdtrt_cert_type: '02', mdtrt_cert_no: ID_CARD, psn_cert_type: '01', certno: ID_CARD, psn_name: '无此人' } },
    });
    expect(reply).toMatchObject({ infcode: '-1', err_msg: expect.stringContaining('未查询到') });
    expect(JSON.stringify(await host.call('insurance', routes.record, { params: { id: reply.exchangeId } }))).not.toContain(ID_CARD);
  });

  it.each(['2207', '2208', '2601', '9001', '2204', '9101', '9102', '3301', '220', '2207A'])('nothing but reading: not %s', async (infno) => {
    const before = sim.control.calls().length;
    await expect(proxy({ infno: infno.padEnd(4, 'x') })).rejects.toMatchObject({ key: 'insurance.proxy-transaction' });
    expect(sim.control.calls()).toHaveLength(before);
  });

  it.each([
    'http://hubei.example/guangdong',
    'http://127.0.0.1.hubei.example/guangdong',
    '@HOST@.hubei.example/guangdong',
    'http://127.0.0.1:5090@hubei.example/guangdong',
    '@ORIGIN@@evil.example/guangdong',
    'http://evil.example#@HOST@/guangdong',
    'http://evil.example/?u=@BASE@',
    'http://127.0.0.1:1/guangdong',
    'https://@HOST@/guangdong',
    '@BASE@/../hubei',
    '@BASE@/%2e%2e/hubei',
    '@BASE@%2f..%2fhubei',
    '@BASE@/..;/hubei',
    '@BASE@\\..\\hubei',
    '@BASE@/2207',
    '@BASE@?x=1',
    '@BASE@#x',
    '@ORIGIN@/Guangdong',
    '@ORIGIN@//guangdong',
    '@ORIGIN@/hubei',
    '//@HOST@/guangdong',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'guangdong',
  ])('no other address: %s', async (pattern) => {
    const { host: address, origin } = new URL(base);
    const url = pattern.replaceAll('@BASE@', base).replaceAll('@ORIGIN@', origin).replaceAll('@HOST@', address);
    const before = sim.control.calls().length;
    await expect(proxy({ url })).rejects.toMatchObject({ key: 'insurance.proxy-address' });
    expect(sim.control.calls()).toHaveLength(before);
  });

  it('a slash at the end and letters of the host do not matter', async () => {
    expect(await proxy({ url: `${base}/` })).toMatchObject({ infcode: '0' });
  });

  it('another facility’s connection is not the caller’s', async () => {
    await expect(proxy({}, wuhan)).rejects.toMatchObject({ key: 'insurance.proxy-address' });
    await expect(proxy({}, staff({ orgId: 'org-none', orgIds: ['org-none'] }))).rejects.toMatchObject({ key: 'insurance.not-connected' });
  });

  it('fetches a file of the platform', async () => {
    const asked = await proxy({ infno: '1301', input: { data: { ver: '0' } } });
    const { file_qury_no, filename } = asked.output as { file_qury_no: string; filename: string };
    const body = { url: base, infno: '9102', input: { fsDownloadIn: { file_qury_no, filename, fixmedins_code: 'plc' } } };
    const file = (await host.call('insurance', routes.proxyDownload, { body })) as unknown as { content: Buffer; contentType: string };
    expect(file.contentType).toBe('application/zip');
    expect(file.content.subarray(0, 2).toString()).toBe('PK');
    await expect(host.call('insurance', routes.proxyDownload, { body: { ...body, infno: '1901' } })).rejects.toMatchObject({
      key: 'insurance.proxy-transaction',
    });
    const missing = { ...body, input: { fsDownloadIn: { file_qury_no: 'NONE', filename: 'x', fixmedins_code: 'plc' } } };
    await expect(host.call('insurance', routes.proxyDownload, { body: missing })).rejects.toMatchObject({ key: 'insurance.platform-refused' });
  });
});

describe('[7.3-01] the journal', () => {
  it('lists the caller’s facilities alone, newest first', async () => {
    const { list } = await host.call('insurance', routes.list, { query: { infno: '1901' } });
    expect(list.length).toBeGreaterThan(0);
    expect(new Set(list.map(({ orgId }) => orgId))).toEqual(new Set(['org-gz']));
    const { list: theirs } = await host.call('insurance', routes.list, { user: wuhan });
    expect(theirs).toEqual([]);
    await expect(host.call('insurance', routes.record, { params: { id: list[0]?.id ?? '' }, user: wuhan })).rejects.toMatchObject({
      key: 'insurance.exchange-not-found',
    });
    expect((await host.call('insurance', routes.list, { query: { startDate: '2026-03-03' } })).list).toEqual([]);
    await expect(host.call('insurance', routes.list, { query: { startDate: '2026-02-30' } })).rejects.toMatchObject({ key: 'insurance.bad-day' });
  });

  it('[7.3-02] takes a workstation’s note, completes it and takes it back; masked from the first moment', async () => {
    const made = await host.call('insurance', routes.create, { body: note() });
    expect(made).toMatchObject({ source: 'workstation', patientName: '王甲', state: 'sending', answerTime: null });
    expect(made.request).not.toContain(ID_CARD);
    const done = await host.call('insurance', routes.update, { params: { id: made.id }, body: note({ state: 'success', answer: '{"infcode":0}' }) });
    expect(done).toMatchObject({ state: 'success', answer: '{"infcode":0}' });
    expect((await host.call('insurance', routes.list, { query: { patientId: 'p1' } })).list.map(({ id }) => id)).toEqual([made.id]);
    await host.call('insurance', routes.remove, { params: { id: made.id } });
    await expect(host.call('insurance', routes.record, { params: { id: made.id } })).rejects.toMatchObject({ key: 'insurance.exchange-not-found' });
    await expect(host.call('insurance', routes.create, { body: note({ patientId: 'p2' }) })).rejects.toMatchObject({ key: 'insurance.patient-not-found' });
  });

  it('nobody changes what the server sent itself', async () => {
    const { list } = await host.call('insurance', routes.list, { query: { infno: '1901' } });
    const params = { id: list[0]?.id ?? '' };
    await expect(host.call('insurance', routes.update, { params, body: note() })).rejects.toMatchObject({ key: 'insurance.own-journal' });
    await expect(host.call('insurance', routes.remove, { params })).rejects.toMatchObject({ key: 'insurance.own-journal' });
  });

  it('[7.3-03] tells addresses and codes, nothing secret', async () => {
    const { sysConfigInfo } = await host.call('insurance', routes.authInfo);
    expect(sysConfigInfo).toMatchObject({ region: 'guangdong', paasid: 'SIM-GD', gatewayUrl: base, signedBy: 'server', simulated: true });
    expect(JSON.stringify(sysConfigInfo)).not.toContain(SIM_SECRET);
  });
});

describe('replaying', () => {
  it('sends the same words under a new number', async () => {
    const first = await nationalClient(contextOf()).call('1901', input1901, subject);
    const again = await host.call('insurance', routes.replay, { params: { id: first.exchangeId } });
    expect(again).toMatchObject({ replayOf: first.exchangeId, state: 'success', infno: '1901', operatorName: '林医生' });
    expect(again.msgid).not.toBe(first.msgid);
  });

  it('is for a test region and for what is harmless', async () => {
    const theirs = await nationalClient(contextOf()).call('1901', input1901, { ...subject, orgId: FACILITIES.hubei.orgId });
    await expect(host.call('insurance', routes.replay, { params: { id: theirs.exchangeId }, user: wuhan })).rejects.toMatchObject({
      key: 'insurance.replay-test-region',
    });
    const money = await nationalClient(contextOf()).call(
      '2208',
      { data: { psn_no: 'P', setl_id: 'S', mdtrt_id: 'M' } },
      { ...subject, insuplcAdmdvs: '440100' },
    );
    await expect(host.call('insurance', routes.replay, { params: { id: money.exchangeId } })).rejects.toMatchObject({ key: 'insurance.replay-harmless' });
  });
});
