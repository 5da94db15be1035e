import { DAY_MS, dayOf, type OrgId } from '@nephra/plugin-sdk/contract';
import { catalogueEntries } from '../../../catalogue/contract/index.ts';
import { kitTable, orderTable } from '../tables/order.table.ts';
import type { WorkCtx } from '../tables/tables.ts';
import { fillPriceRules } from './demo-price-rules.ts';
import type { House } from './demo-rows.ts';

/** What treatments are charged with, out of the facility's own packages. */
export async function fillKit(ctx: WorkCtx, orgId: OrgId): Promise<void> {
  const catalogue = ctx.service(catalogueEntries);
  const find = async (keyword: string, kind: 'item' | 'material') =>
    (await catalogue.search({ orgId, keyword, kinds: [kind], currentPage: 1, pageSize: 20 })).list;
  const [hd, hdf] = [(await find('血液透析', 'item')).find(({ drugName }) => drugName === '血液透析'), (await find('血液透析滤过', 'item'))[0]];
  const [dialyser] = await find('低通量透析器', 'material');
  const [filter] = await find('血液透析滤过器', 'material');
  const [line] = await find('血液透析管路', 'material');
  const now = ctx.clock.now();
  const lines = (
    [
      ['HD', 'treatment', 'item', hd],
      ['HD', 'dialyser', 'material', dialyser],
      ['HD', 'lines', 'material', line],
      ['HDF', 'treatment', 'item', hdf],
      ['HDF', 'dialyser', 'material', filter],
      ['HDF', 'lines', 'material', line],
    ] as const
  ).flatMap(([mode, part, drugKind, entry]) => (entry ? [{ mode, part, drugKind, drugId: entry.drugId, drugName: entry.drugName }] : []));
  await kitTable.insertAll(
    { db: ctx.db },
    lines.map((one, at) => ({
      ...one,
      used: one.part !== 'treatment',
      charged: true,
      id: `SIM-kit-${orgId}-${at}`,
      orgId,
      quantity: 1,
      createdAt: new Date(now.getTime() + at),
      updatedAt: now,
      version: 1,
    })),
  );
  await fillPriceRules(ctx, orgId, { hd: hd?.drugId ?? '', hdf: hdf?.drugId ?? '' });
}

/** What some get at each treatment, and some once a week. */
export async function fillOrders({ ctx, orgId, doctor }: House, patientIds: readonly string[]): Promise<void> {
  const catalogue = ctx.service(catalogueEntries);
  const [epo] = (await catalogue.search({ orgId, keyword: '人促红素', kinds: ['drug'], currentPage: 1, pageSize: 5 })).list;
  const now = ctx.clock.now();
  const from = dayOf(now.getTime() - 60 * DAY_MS);
  const own = {
    orgId,
    doctorId: doctor.userId,
    doctorName: doctor.userName,
    stoppedAt: null,
    stoppedBy: '',
    createdAt: now,
    updatedAt: now,
    version: 1,
    validFrom: from,
    validTo: null,
    once: false,
  };
  await orderTable.insertAll(
    { db: ctx.db },
    patientIds.flatMap((patientId, at) => [
      ...(at % 2 === 0
        ? [
            {
              ...own,
              id: `SIM-order-${patientId}-1`,
              patientId,
              everyDays: 0,
              timing: 'after' as const,
              title: epo?.drugName ?? '人促红素',
              dose: '3000 IU 静脉注射',
              drugId: epo?.drugId ?? '',
              drugKind: epo ? 'drug' : '',
              quantity: epo ? 1 : 0,
              highRisk: false,
            },
          ]
        : []),
      ...(at % 5 === 0
        ? [
            {
              ...own,
              id: `SIM-order-${patientId}-2`,
              patientId,
              everyDays: 7,
              timing: 'during' as const,
              title: '蔗糖铁注射液',
              dose: '100 mg 静脉滴注',
              drugId: '',
              drugKind: '',
              quantity: 0,
              highRisk: false,
            },
          ]
        : []),
    ]),
  );
}
