import type { RegistryEntry } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pluginFromSources } from '../../../tests/support/inline-packages.ts';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';

const FURTHER = ['insurance-guangdong', 'insurance-hubei'] as const;
type Site = (typeof FURTHER)[number] | 'insurance-guangxi';
const HUBEI = '湖北省社会医疗保险费用结算单';
const GUANGXI = '广西壮族自治区社会医疗保险费用结算单';
const GUANGDONG = '广东省社会医疗保险费用结算单';

interface Title {
  readonly titleKind: string;
  readonly titleName: string;
}

/** The three regions as they ship, over the real desk; only the code of the facility changes. */
describe('[9-09] heading of the settlement sheet by the region of the facility', () => {
  let server: TestServer;
  let cashier: TestClient;
  let billId = '';
  let names: { facilityName: string; fixmedinsName: string };

  beforeAll(async () => {
    server = await startTestServer({ plugins: ALL_PLUGINS, inline: await Promise.all(FURTHER.map(pluginFromSources)) });
    cashier = await server.signIn('cashier');
    const { list } = (await cashier.get<{ list: { chargeId: string }[] }>('/api/his/charge/bill?pageSize=1')).data;
    billId = list[0]?.chargeId ?? '';
    await server.database.script("update charging.facility set fixmedins_name = '测试医院'; alter table charging.bill disable trigger user;");
    [names] = (await cashier.get<{ list: [typeof names] }>(`/api/his/charge/PrintSettle?chargeId=${billId}`)).data.list;
  });
  afterAll(() => server.close());

  /** Off for the time being: these. */
  const switchOff = async (...off: Site[]): Promise<void> => {
    const registry = server.readRegistry();
    const plugins: RegistryEntry[] = registry.plugins.map((entry) => ({ ...entry, enabled: !off.some((site) => site === entry.id) }));
    await server.writeRegistry({ ...registry, plugins });
  };
  const titleOf = async (code: string, { reimWay = '310', mark = '1' } = {}): Promise<Title> => {
    await server.database.script(`
      update charging.facility set fixmedins_code = '${code}';
      update charging.bill set reim_way = '${reimWay}', med_ins_mark = '${mark}' where id = '${billId}';`);
    const [sheet] = (await cashier.get<{ list: [Title] }>(`/api/his/charge/PrintSettle?chargeId=${billId}`)).data.list;
    return { titleKind: sheet.titleKind, titleName: sheet.titleName };
  };

  it.each([
    ['H42SIM000002', HUBEI],
    ['H45SIM000003', GUANGXI],
    ['H44SIM000001', GUANGDONG],
    ['H31SIM000004', GUANGDONG],
    ['', GUANGDONG],
    ['XH42', GUANGDONG],
  ])('facility code “%s”: %s', async (code, titleName) => {
    expect(await titleOf(code)).toEqual({ titleKind: 'insurer', titleName });
    // Insured elsewhere, the heading is the facility's region all the same.
    expect(await titleOf(code, { mark: '2' })).toEqual({ titleKind: 'insurer', titleName });
  });

  it.each(['H42SIM000002', 'H45SIM000003', 'H44SIM000001'])(
    '[3-14] %s: insurance mark “0” heads it as the hospital’s; who is not insured gets the facility’s',
    async (code) => {
      expect(await titleOf(code, { mark: '0' })).toEqual({ titleKind: 'hospital', titleName: '测试医院' });
      expect(await titleOf(code, { reimWay: '0', mark: '0' })).toEqual({ titleKind: 'facility', titleName: names.facilityName });
    },
  );

  it.each([
    ['insurance-hubei', 'H42SIM000002'],
    ['insurance-guangxi', 'H45SIM000003'],
    ['insurance-guangdong', 'H44SIM000001'],
  ] as const)('%s is off: its facilities head sheets with their own name, the others keep theirs', async (site, code) => {
    await switchOff(site);
    expect(await titleOf(code)).toEqual({ titleKind: 'facility', titleName: names.facilityName });
    const other = site === 'insurance-hubei' ? 'H45SIM000003' : 'H42SIM000002';
    expect(await titleOf(other)).toMatchObject({ titleKind: 'insurer' });
    await switchOff();
    expect(await titleOf(code)).toMatchObject({ titleKind: 'insurer' });
  });
});
