import { EnvelopeCode, type RegistryEntry } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';

const SITE = 'insurance-guangxi';

interface RunningPlugin {
  readonly id: string;
  readonly slots?: readonly { readonly point: string }[];
}

/** The real host with the real plugins; only the network around it is left out. */
describe('[A1] a region is switched on and off while everybody works', () => {
  let server: TestServer;
  let cashier: TestClient;
  let billId: string;

  beforeAll(async () => {
    server = await startTestServer({ plugins: ALL_PLUGINS });
    cashier = await server.signIn('cashier');
    // An insured bill of a centre in that region, as a settlement would have left it.
    const [bill] = (
      await cashier.get<{ list: { chargeId: string; reimWay: string; medInsMark: string }[] }>('/api/his/charge/bill?pageSize=200')
    ).data.list.filter((one) => one.reimWay !== '0');
    billId = bill?.chargeId ?? '';
    await server.database.script(`
      update charging.facility set fixmedins_code = 'H45SIM000001';
      alter table charging.bill disable trigger user;
      update charging.bill set med_ins_mark = '1' where id = '${billId}';
      alter table charging.bill enable trigger user;`);
  });
  afterAll(() => server.close());

  const turn = async (enabled: boolean): Promise<void> => {
    const registry = server.readRegistry();
    const plugins: RegistryEntry[] = registry.plugins.map((entry) => (entry.id === SITE ? { ...entry, enabled } : entry));
    await server.writeRegistry({ ...registry, plugins });
  };
  const form = () => cashier.get<{ list: { titleName: string }[] } | null>(`/api/his/charge/printgx?chargeId=${billId}`);
  const sheet = async () =>
    (await cashier.get<{ list: { titleKind: string; titleName: string; facilityName: string }[] }>(`/api/his/charge/PrintSettle?chargeId=${billId}`)).data
      .list[0];
  const running = async () => (await cashier.get<{ plugins: RunningPlugin[] }>('/api/registry/Session')).data.plugins;
  const menus = async () => JSON.stringify((await cashier.get('/api/oauth/CurrentUser')).data);

  it('on: its form is printed, its title heads the sheet, browsers load it', async () => {
    expect((await form()).data?.list).toMatchObject([{ titleName: '广西壮族自治区社会医疗保险费用结算单' }]);
    expect(await sheet()).toMatchObject({ titleKind: 'insurer', titleName: '广西壮族自治区社会医疗保险费用结算单' });
    expect((await running()).map((one) => one.id)).toContain(SITE);
  });

  it('off: no route, no title, nothing that a browser would load, no word of it in menus; on again without a restart', async () => {
    await turn(false);
    expect(await form()).toMatchObject({ code: EnvelopeCode.NotFound, extras: { error: 'core.unknown-route' } });
    const plain = await sheet();
    expect(plain).toMatchObject({ titleKind: 'facility', titleName: plain?.facilityName });
    const left = await running();
    expect(left.map((one) => one.id)).not.toContain(SITE);
    expect(JSON.stringify(left)).not.toMatch(/guangxi|广西|廣西/i);
    expect(JSON.stringify(left)).not.toContain('charging/region-sheet@1');
    expect(await menus()).not.toMatch(/guangxi|广西|廣西/i);
    await turn(true);
    expect((await form()).code).toBe(200);
    expect(await sheet()).toMatchObject({ titleKind: 'insurer' });
    expect((await running()).map((one) => one.id)).toContain(SITE);
  });
});
