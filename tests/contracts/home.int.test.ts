import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../support/server.ts';
import { HOME_MODULE, type HomeCardView } from '../../shell/contract/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS });
});
afterAll(() => server.close());

const cardsOf = async (client: TestClient): Promise<HomeCardView[]> => (await client.get<{ list: HomeCardView[] }>('/api/home/Cards')).data.list;
const figureOf = (cards: readonly HomeCardView[], card: string, figure: string): number | undefined =>
  cards.find(({ id }) => id === card)?.figures.find(({ key }) => key === figure)?.value;

describe('the start page', () => {
  it('shows each role what waits for it, and nobody the work of others', async () => {
    const seen = async (account: string) => (await cardsOf(await server.signIn(account))).map(({ id }) => id);
    expect(await seen('pharmacist')).toContain('pharmacy.pharmacy');
    const cashier = await seen('cashier');
    expect(cashier).toEqual(expect.arrayContaining(['charging.charging', 'insurance.settlements']));
    expect(cashier).not.toContain('pharmacy.pharmacy');
    for (const account of ['admin', 'doctor', 'cashier', 'pharmacist', 'clerk']) {
      const cards = await cardsOf(await server.signIn(account));
      expect(cards.filter(({ failed }) => failed)).toEqual([]);
    }
  });

  it('says what the lists behind it say, within the same facility', async () => {
    const cashier = await server.signIn('cashier');
    const cards = await cardsOf(cashier);
    const queue = (await cashier.get<{ pagination: { total: number } }>('/api/his/charge/patientlist?pageSize=1')).data;
    expect(figureOf(cards, 'charging.charging', 'waiting')).toBe(queue.pagination.total);
    const pharmacist = await server.signIn('pharmacist');
    const { counts } = (await pharmacist.get<{ counts: Record<string, number> }>('/api/his/pharmacy/patient?pageSize=1')).data;
    expect(figureOf(await cardsOf(pharmacist), 'pharmacy.pharmacy', 'review')).toBe(counts.review);
    const patients = (await cashier.get<{ pagination: { total: number } }>('/api/his/patient?pageSize=1')).data;
    expect(figureOf(cards, 'patient.patients', 'all')).toBe(patients.pagination.total);
  });

  it('leads from a patient of its list to that file', async () => {
    const doctor = await server.signIn('doctor');
    const rows = (await cardsOf(doctor)).find(({ id }) => id === 'patient.patients')?.rows ?? [];
    expect(rows.length).toBeGreaterThan(0);
    for (const { text, opens } of rows) {
      expect(opens?.menu).toBe('his.patient');
      expect((await doctor.get<{ patientName: string }>(`/api/his/patient/${opens?.query.patientId}`)).data.patientName).toBe(text);
    }
  });

  it('is arranged by each person alone', async () => {
    const cashier = await server.signIn('cashier');
    const before = (await cardsOf(cashier)).map(({ id }) => id);
    const fieldList = JSON.stringify([...before].reverse().map((prop) => ({ prop, label: prop, visible: prop !== before[0] })));
    await cashier.put('/api/permission/Authority/SetColumnsByModuleId', { moduleId: HOME_MODULE, fieldList });
    const after = await cardsOf(cashier);
    expect(after.map(({ id }) => id)).toEqual([...before].reverse());
    expect(after.filter(({ hidden }) => hidden).map(({ id }) => id)).toEqual([before[0]]);
    expect((await cardsOf(await server.signIn('clerk'))).some(({ hidden }) => hidden)).toBe(false);
  });
});
