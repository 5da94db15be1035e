import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { BillRecord, PayWay } from '../../contract/index.ts';
import type { Bill } from './bill-model.ts';
import { billToWire } from './bill-present.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { type Facility, readFacilities } from '../facility.repo.ts';
import { simulatedBills } from './simulated-bills.query.ts';
import { readPayWays } from '../pay-way.repo.ts';
import { type BillLinks, linksOf } from './refund.repo.ts';
import { sheetTitleOf } from './sheet-title.query.ts';
import { billTable } from '../tables/bill.table.ts';

const NO_LINKS: BillLinks = { original: undefined, refunds: [], hidden: undefined, takenBack: false };

/** A bill at the desk that is being written: nothing was given back of it, and no insurer is behind it. */
export function freshBillRecord(
  ctx: RequestContext<ChargingTables>,
  bill: Bill,
  { ways, facility }: { ways: readonly PayWay[]; facility: Facility },
): BillRecord {
  const { ownForm } = sheetTitleOf(ctx, bill, facility, ctx.language);
  return billToWire(bill, { ways, links: NO_LINKS, fixmedinsCode: facility.fixmedinsCode, ownForm, simulated: false });
}

/** Whole bills as calls send them, with everything that stands beside them. */
export async function billRecords(ctx: RequestContext<ChargingTables>, bills: readonly Bill[]): Promise<BillRecord[]> {
  const ways = await readPayWays(ctx.db, ctx.language);
  const links = await linksOf(
    ctx.db,
    bills.map((bill) => bill.id),
    billTable.as(ctx, 'bill'),
  );
  const simulated = await simulatedBills(ctx, bills);
  const facilityOf = await readFacilities(
    ctx,
    bills.map((bill) => bill.orgId),
  );
  return bills.map((bill) => {
    const facility = facilityOf(bill.orgId);
    const { ownForm } = sheetTitleOf(ctx, bill, facility, ctx.language);
    return billToWire(bill, { ways, links: links(bill.id), fixmedinsCode: facility.fixmedinsCode, ownForm, simulated: simulated.has(bill.id) });
  });
}

export async function billRecord(ctx: RequestContext<ChargingTables>, bill: Bill): Promise<BillRecord> {
  const [record] = await billRecords(ctx, [bill]);
  if (!record) throw new Error('one bill is one record');
  return record;
}
