import { AppError, EnvelopeCode, type Language, type OrgId } from '@nephra/plugin-sdk/contract';
import type { ReadContext, RequestContext, ServerContext } from '@nephra/plugin-sdk/server';
import type { SettlementSheet, SettlementSheets, SettleSheet } from '../../contract/index.ts';
import { chineseCapitals } from '../../domain/money/chinese-capitals.ts';
import { billToWire } from '../bills/bill-present.ts';
import { readerFor } from '../bills/bill-row-filter.ts';
import { readBills } from '../bills/bill.repo.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { readFacility } from '../facility.repo.ts';
import { insurerFiguresOf, settledLinesOf, settlementBehind } from '../insured/insurer-figures.query.ts';
import { readPayWays } from '../pay-way.repo.ts';
import { linksOf } from '../bills/refund.repo.ts';
import { sheetTitleOf } from '../bills/sheet-title.query.ts';
import { billTable } from '../tables/bill.table.ts';

type Ctx = ServerContext<ChargingTables>;

interface Reader {
  readonly orgIds: readonly OrgId[];
  /** With whose eyes bills are read. */
  readonly reader: ReadContext;
  readonly language: Language;
}

/** All that the paper of one bill needs. @throws AppError `charging.bill-not-found` */
async function settlementSheet(ctx: Ctx, billId: string, { orgIds, reader, language }: Reader): Promise<SettlementSheet> {
  const [bill] = await readBills(ctx.db, [billId], billTable.select(reader, 'bill').where('bill.orgId', 'in', [...orgIds]));
  if (!bill) throw new AppError('charging.bill-not-found', { code: EnvelopeCode.NotFound });
  const facility = await readFacility(ctx, bill.orgId);
  const title = sheetTitleOf(ctx, bill, facility, language);
  const links = await linksOf(ctx.db, [bill.id], billTable.as(reader, 'bill'));
  const settlement = await settlementBehind(ctx, bill);
  const lines = await settledLinesOf(ctx, bill, settlement);
  const sheet: SettleSheet = {
    ...billToWire(bill, {
      ways: await readPayWays(ctx.db, language),
      links: links(bill.id),
      fixmedinsCode: facility.fixmedinsCode,
      ownForm: title.ownForm,
      simulated: settlement?.simulated ?? false,
    }),
    ...facility,
    titleKind: title.kind,
    titleName: title.name,
    totalCapitals: chineseCapitals(bill.total),
    diagnosis: bill.diagnosis.map(({ code, name }) => ({ code, name })),
    workerNames: [...new Set(bill.prescriptions.map((one) => one.workerName))],
    ...insurerFiguresOf(bill, settlement, lines),
    printTime: ctx.clock.now().getTime(),
  };
  return { sheet, lines };
}

/** GET PrintSettle and PrintSettleDetail: as a list of one (spec 3). */
export async function settleSheets(ctx: RequestContext<ChargingTables>, chargeId: string): Promise<{ list: SettleSheet[] }> {
  const { sheet } = await settlementSheet(ctx, chargeId, { orgIds: ctx.user.orgIds, reader: ctx, language: ctx.language });
  return { list: [sheet] };
}

/** For regions with a form of their own (`charging.settlement-sheets@1`). */
export const settlementSheetsOf = (ctx: Ctx): SettlementSheets => ({
  of: ({ billId, orgIds, rights, language }) => settlementSheet(ctx, billId, { orgIds, reader: readerFor(ctx, rights), language }),
});
