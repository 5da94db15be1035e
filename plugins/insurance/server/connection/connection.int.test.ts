import type { OrgId } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type InsuranceSimulator, startInsuranceSimulator } from '../../../../tools/sim/insurance/index.ts';
import { type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import guangdong from '../../../insurance-guangdong/server/index.ts';
import guangxi from '../../../insurance-guangxi/server/index.ts';
import hubei from '../../../insurance-hubei/server/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import { type CheckLine, type ConnectionBody, connectionContract } from '../../contract/index.ts';
import { connectionTo, FACILITIES, hostInsurance, SIM_SECRET } from '../../testing/connected-host.ts';
import { nationalClient } from '../client/create-national-client.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { reasonText } from '../settlement/ledger/words.ts';

const { routes } = connectionContract;
const START = '2026-03-02T02:00:00Z';
const wuhan = staff({ userId: 'user-wh', orgId: 'org-wh', orgIds: ['org-wh'] });
const everywhere = staff({ orgIds: ['org-gz', 'org-wh', 'org-nn', 'org-none'] });
const SECRET = 'quite-another-secret-8841';

let sim: InsuranceSimulator;
let host: PluginHost;
/** Everything that any call answered. */
const said: string[] = [];

beforeAll(async () => {
  sim = await startInsuranceSimulator({ port: 0, clock: () => new Date(START) });
  const plugins = { 'insurance-guangdong': guangdong as never, 'insurance-hubei': hubei as never, 'insurance-guangxi': guangxi as never };
  host = await hostInsurance(
    plugins,
    (['guangdong', 'hubei', 'guangxi'] as const).map((region) => connectionTo(region, `${sim.url}/${region}`)),
    START,
  );
  host.provide(patientDirectory, { seenIds: async () => undefined, rowFilter: () => undefined } as never);
});
beforeEach(() => {
  host.time.now = new Date(START);
});
afterAll(async () => {
  await sim.close();
  await host.close();
});

const call: PluginHost['call'] = async (plugin, route, given) => {
  try {
    const reply = await host.call(plugin, route, given);
    said.push(JSON.stringify(reply));
    return reply;
  } catch (error) {
    said.push(JSON.stringify(error), String(error));
    throw error;
  }
};
const bodyOf = (over: Partial<ConnectionBody> = {}): ConnectionBody => {
  const { orgId: _org, ...body } = connectionTo('guangdong', `${sim.url}/guangdong`);
  return { ...body, secrets: {}, version: 1, ...over };
};
const versionOf = async (orgId: string) => (await call('insurance', routes.list, { user: everywhere })).list.find((row) => row.orgId === orgId)?.version ?? 0;
const save = async (over: Partial<ConnectionBody> = {}, orgId = 'org-gz', user = everywhere) =>
  call('insurance', routes.save, { params: { orgId }, body: bodyOf({ version: await versionOf(orgId), ...over }), user });
const check = async (orgId: string) => {
  const reply = await call('insurance', routes.check, { params: { orgId }, user: everywhere });
  return new Map<string, CheckLine>(reply.lines.map((line) => [line.key, line]));
};

describe('connections', () => {
  it('are those of the caller’s facilities, and one without any has version 0', async () => {
    const { list } = await call('insurance', routes.list, { user: everywhere });
    expect(list.map(({ orgId, region, version }) => [orgId, region, version])).toEqual([
      ['org-gz', 'guangdong', 1],
      ['org-wh', 'hubei', 1],
      ['org-nn', 'guangxi', 1],
      ['org-none', '', 0],
    ]);
    expect((await call('insurance', routes.list, { user: wuhan })).list.map(({ orgId }) => orgId)).toEqual(['org-wh']);
    expect(list[0]).toMatchObject({ regionRunning: true, addressAllowed: true, secretsSet: ['secret'], values: { paasid: 'SIM-GD' }, simulated: true });
  });

  it('a facility goes by the name that the insurer knows, one without a connection by the name of its organisation', async () => {
    host.organizations.set('org-none' as OrgId, '无连接门诊部');
    const { list } = await call('insurance', routes.list, { user: everywhere });
    expect(list.find((row) => row.orgId === 'org-none')?.orgName).toBe('无连接门诊部');
    expect(list.find((row) => row.orgId === 'org-gz')?.orgName).toBe(connectionTo('guangdong', sim.url).fixmedinsName);
  });

  it('regions are those that running plugins bring', async () => {
    const { list } = await call('insurance', routes.regions);
    expect(list.map(({ code, pluginId }) => [code, pluginId])).toEqual([
      ['guangdong', 'insurance-guangdong'],
      ['hubei', 'insurance-hubei'],
      ['guangxi', 'insurance-guangxi'],
    ]);
  });

  it('keep a secret that is not sent, take a new one, and lose an emptied one', async () => {
    expect(await save({ recerSysCode: 'YBXT' })).toMatchObject({ secretsSet: ['secret'], recerSysCode: 'YBXT' });
    expect(await save({ secrets: { secret: SECRET, stray: 'x' } })).toMatchObject({ secretsSet: ['secret'] });
    const stored = await host.db
      .kyselyFor<InsuranceTables>()
      .selectFrom('insurance.connection')
      .select('field_secrets')
      .where('org_id', '=', 'org-gz')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain(SECRET);
    expect(await save({ secrets: { secret: '' }, enabled: false })).toMatchObject({ secretsSet: [] });
    await expect(save({})).rejects.toMatchObject({ key: 'insurance.field-missing', fields: [{ path: 'secrets.secret' }] });
    expect(await save({ secrets: { secret: SIM_SECRET } })).toMatchObject({ secretsSet: ['secret'], enabled: true });
  });

  it.each<[string, Partial<ConnectionBody>]>([
    ['insurance.region-off', { region: 'nowhere' }],
    ['insurance.address-malformed', { baseUrl: 'ftp://127.0.0.1/x' }],
    ['insurance.address-malformed', { baseUrl: 'http://user:pass@127.0.0.1/x' }],
    ['insurance.address-malformed', { baseUrl: 'http://127.0.0.1/a/../b' }],
    ['insurance.address-malformed', { baseUrl: 'http://127.0.0.1/a?b=c' }],
    ['insurance.facility-code-malformed', { fixmedinsCode: 'H44 SIM' }],
    ['insurance.area-malformed', { mdtrtareaAdmvs: '4401' }],
    ['insurance.connection-stale', { version: 0 }],
  ])('%s', async (key, over) => {
    await expect(save(over)).rejects.toMatchObject({ key });
  });

  it('of another facility are not there', async () => {
    await expect(save({ version: 1 }, 'org-gz', wuhan)).rejects.toMatchObject({ key: 'insurance.facility-not-found' });
    await expect(call('insurance', routes.check, { params: { orgId: 'org-gz' }, user: wuhan })).rejects.toMatchObject({ key: 'insurance.facility-not-found' });
  });
});

describe('the checklist', () => {
  it.each(['org-gz', 'org-wh', 'org-nn'])('finds everything in order at %s', async (orgId) => {
    const lines = await check(orgId);
    expect([...lines].filter(([key]) => !['catalogue', 'mapping', 'clock'].includes(key)).map(([key, { verdict }]) => [key, verdict])).toEqual([
      ['region', 'ok'],
      ['credentials', 'ok'],
      ['address', 'ok'],
      ['reachable', 'ok'],
      ['sign-in', 'ok'],
    ]);
  });

  it('a gateway that refuses because our clock is off: every call says by how much and what to do, not the gateway’s text alone', async () => {
    const context = host.context<InsuranceTables>('insurance');
    const subject = { orgId: 'org-gz' as OrgId, operator: { userId: 'user-clock', userName: '周收费' } };
    const ask = () => nationalClient(context).call('1101', { data: { mdtrt_cert_type: '02', mdtrt_cert_no: '99000119860214002X' } }, subject);
    expect((await ask()).kind).toBe('success');
    sim.control.clock(-400);
    const refused = await ask();
    if (refused.kind !== 'refused') throw new Error(`${refused.kind} instead of refused`);
    expect(reasonText(context, refused.reason, 'zh')).toMatch(/签名校验失败.*快 400 秒，最多允许 180 秒.*NTP/);
    expect(reasonText(context, refused.reason, 'en')).toMatch(/400 seconds ahead.*180 are allowed.*NTP/);
    await context.db.deleteFrom('insurance.sign_in').where('org_id', '=', 'org-gz').execute();
    const params = { seconds: 400, allowed: 180, said: expect.stringContaining('签名校验失败') };
    await expect(ask()).rejects.toMatchObject({ key: 'insurance.clock-ahead', params });
    sim.control.clock(400);
    await expect(ask()).rejects.toMatchObject({ key: 'insurance.clock-behind', params });
    sim.control.clock(0);
    await save({ secrets: { secret: 'wrong' } });
    await expect(ask()).rejects.toMatchObject({ key: 'insurance.sign-in-failed', params: { reason: '签名校验失败或请求时间超出允许范围' } });
    await save({ secrets: { secret: SIM_SECRET } });
  });

  it('names a wrong secret, a clock that is off, an address that is not allowed, a plugin that is off', async () => {
    await save({ secrets: { secret: 'wrong' } });
    expect((await check('org-gz')).get('sign-in')).toMatchObject({ verdict: 'fail', fix: 'refused', params: { reason: expect.any(String) } });
    await save({ secrets: { secret: SIM_SECRET } });

    sim.control.clock(240);
    expect((await check('org-gz')).get('clock')).toMatchObject({ verdict: 'fail', fix: 'set-clock', params: { allowed: 180 } });
    sim.control.clock(0);
    expect((await check('org-gz')).get('clock')).toMatchObject({ verdict: 'ok' });

    expect(await save({ baseUrl: 'http://127.0.0.1:9/guangdong' })).toMatchObject({ addressAllowed: false });
    const lines = await check('org-gz');
    expect(lines.get('address')).toMatchObject({ verdict: 'fail', fix: 'allow-address', params: { address: 'http://127.0.0.1:9', plugin: 'insurance' } });
    expect(lines.get('reachable')).toMatchObject({ verdict: 'skipped' });
    await save();

    host.withdrawExtensions('insurance-hubei');
    expect((await check('org-wh')).get('region')).toMatchObject({ verdict: 'fail', fix: 'enable-plugin', params: { region: 'hubei' } });
    expect((await call('insurance', routes.list, { user: wuhan })).list).toMatchObject([{ region: 'hubei', regionRunning: false }]);
    expect(await call('insurance', routes.state, { user: wuhan })).toMatchObject({ line: 'off', region: 'hubei' });
  });
});

describe('the state of the line', () => {
  it('is up, simulated, without doubt', async () => {
    expect(await call('insurance', routes.state)).toEqual({
      region: 'guangdong',
      enabled: true,
      simulated: true,
      testRegion: true,
      line: 'up',
      retryAt: null,
      doubtful: 0,
      waiting: 0,
    });
    expect(await call('insurance', routes.state, { user: staff({ orgId: 'org-none', orgIds: ['org-none'] }) })).toMatchObject({ line: 'off', region: null });
  });

  it('is down while nobody answers, and says when it is tried again', async () => {
    const until = new Date(host.time.now.getTime() + 15_000);
    const { db } = host.context<InsuranceTables>('insurance');
    await db
      .insertInto('insurance.line')
      .values({ org_id: FACILITIES.guangdong.orgId, failures: 3, breaks: 1, open_until: until, probe_until: null, changed_at: until })
      .execute();
    expect(await call('insurance', routes.state)).toMatchObject({ line: 'down', retryAt: until.getTime() });
  });
});

it('no secret ever came back, and none is in the audit log', () => {
  const everything = [...said, JSON.stringify(host.audits)].join('\n');
  expect(everything).toContain('secretsSet');
  for (const secret of [SECRET, SIM_SECRET]) expect(everything).not.toContain(secret);
});
