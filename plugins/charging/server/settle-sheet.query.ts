import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { SettleSheet } from '../contract/index.ts';
import { chineseCapitals } from '../domain/chinese-capitals.ts';
import { isInsured, settlementTitle } from '../domain/settlement-title.ts';
import { billToWire } from './bill-present.ts';
import { billSight } from './bill-sight.ts';
import { readBills } from './bill.repo.ts';
import type { ChargingTables } from './charging-tables.ts';
import { readFacility } from './facility.repo.ts';
import { readPayWays } from './pay-way.repo.ts';
import { linksOf } from './refund.repo.ts';

/** GET PrintSettle and PrintSettleDetail: all that the paper needs, as a list of one (spec 3). */
export async function settleSheets(ctx: RequestContext<ChargingTables>, chargeId: string): Promise<{ list: SettleSheet[] }> {
  const [bill] = await readBills(ctx.db, [chargeId], ctx.user.orgIds, billSight(ctx));
  if (!bill) throw new AppError('charging.bill-not-found', { code: EnvelopeCode.NotFound });
  const facility = await readFacility(ctx.db, bill.orgId);
  const title = settlementTitle({ insured: isInsured(bill.reimWay), medInsMark: bill.medInsMark, ...facility });
  const links = await linksOf(ctx.db, [bill.id]);
  const sheet: SettleSheet = {
    ...billToWire(bill, await readPayWays(ctx.db, ctx.language), links(bill.id)),
    ...facility,
    titleKind: title.kind,
    titleName: title.name,
    totalCapitals: chineseCapitals(bill.total),
    diagnosis: bill.diagnosis.map(({ code, name }) => ({ code, name })),
    workerNames: [...new Set(bill.prescriptions.map((one) => one.workerName))],
    printTime: ctx.clock.now().getTime(),
  };
  return { list: [sheet] };
}
