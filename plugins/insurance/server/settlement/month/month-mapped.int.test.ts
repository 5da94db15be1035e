import { fen, type OrgId, type UserId } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insuredSettlement } from '../../../../charging/contract/index.ts';
import { catalogueContract, mappingContract } from '../../../contract/index.ts';
import { cashierOf, openSettleDesk, patientIdOf, psnNoOf, REGIONS, type SettleDesk } from '../../../testing/settle-desk.ts';
import { FACILITIES, type DemoRegion } from '../../../testing/connected-host.ts';
import type { InsuranceTables } from '../../insurance-tables.ts';
import { cataloguePart } from '../../catalogue/catalogue.plugin.ts';

const DAYS = ['2026-03-03', '2026-03-05'] as const;
const TOTAL = fen(62_937 * DAYS.length);
const mapping = mappingContract.routes;

let desk: SettleDesk;
beforeAll(async () => {
  desk = await openSettleDesk({ patients: 4 });
  await cataloguePart.start?.({} as never);
});
afterAll(async () => {
  await cataloguePart.stop?.();
  await desk.close();
});

/** Downloads what the facility maps from, the way the routes and their event do it. */
async function download(region: DemoRegion): Promise<void> {
  await desk.call(region, catalogueContract.routes.download, { body: { kinds: ['1301', '1305', '1306'] } });
  const runs = await desk.rows<{ id: string }>(
    `select id from insurance.catalogue_run where org_id = '${FACILITIES[region].orgId}' and state = 'waiting' order by started_at, id`,
  );
  const ctx = desk.host.context<InsuranceTables>('insurance');
  for (const { id } of runs) await cataloguePart.subscribers?.[0]?.handle({ runId: id } as never, ctx as never);
}

async function settle(region: DemoRegion, n: number, dpIds: readonly string[]) {
  const user = cashierOf(region);
  return await desk.host.service(insuredSettlement).settleMonth({
    settlementId: `month-${region}-${n}`,
    orgId: user.orgId as OrgId,
    patientId: patientIdOf(region, n),
    month: '2026-03',
    dpIds: [...dpIds],
    total: TOTAL,
    by: { userId: user.userId as UserId, userName: user.userName },
  });
}

/** Codes under which the platform keeps the lines of a patient's visits, with our own code of each. */
const reported = (region: DemoRegion, n: number) =>
  desk.sim
    .ledger()
    .visits.filter((visit) => visit.psnNo === psnNoOf(region, n))
    .flatMap((visit) => visit.lines.filter((line) => line.setlId !== '').map((line) => `${line.ownCode} ${line.code}`))
    .sort();

describe.each(REGIONS)('[7.8] [7.3] a month with the insurer of %s goes by what the facility mapped', (region) => {
  const account = async (n: number, unmapped: boolean) => {
    const dpIds: string[] = [];
    for (const day of DAYS) dpIds.push(await desk.prescribe(region, n, { day, onAccount: true, unmapped }));
    return dpIds;
  };
  const map = (drugId: string, code: string, begnDate: string) => desk.call(region, mapping.map, { body: { lines: [{ drugId, code, version: 0, begnDate }] } });

  it('a line without a code stops the month; mapped, the same month is settled under that code', async () => {
    await download(region);
    await desk.call(region, mapping.list);
    const dpIds = await account(1, true);
    expect(await settle(region, 1, dpIds)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('item-hd') });
    expect(await map('item-hd', 'SIM-HD', '2026-03-01')).toMatchObject({ done: 1 });
    const outcome = await settle(region, 1, dpIds);
    if (outcome.kind !== 'settled') throw new Error(JSON.stringify(outcome));
    expect(outcome.fundPay + outcome.accountPay + outcome.selfPay).toBe(TOTAL);
    expect(reported(region, 1)).toEqual([
      ...DAYS.map(() => 'drug-saline SIM-SAL'),
      ...DAYS.map(() => 'item-hd SIM-HD'),
      ...DAYS.map(() => 'mat-dialyser SIM-DIA'),
    ]);
  });

  it('a mapping counts from its first day on: sessions before it keep the code they were written with', async () => {
    await desk.host.db.script(
      `insert into insurance.national_item (org_id, code, kind, list_type, name, valid) values ('${FACILITIES[region].orgId}', 'SIM-NONE', '1301', '101', 'x', true)`,
    );
    // Of two sessions the first is before the mapping.
    expect(await map('drug-saline', 'SIM-NONE', '2026-03-05')).toMatchObject({ done: 1 });
    const outcome = await settle(region, 2, await account(2, false));
    if (outcome.kind !== 'settled') throw new Error(JSON.stringify(outcome));
    expect(reported(region, 2).filter((line) => line.startsWith('drug-saline'))).toEqual(['drug-saline SIM-NONE', 'drug-saline SIM-SAL']);
  });
});
