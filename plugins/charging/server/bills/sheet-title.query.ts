import { type Language, sheetTitles } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { isInsured, type SettlementTitle, settlementTitle } from '../../domain/settlement-title.ts';
import type { Bill } from './bill-model.ts';
import type { ChargingTables } from '../charging-tables.ts';
import type { Facility } from '../facility.repo.ts';

/** How the settlement sheet of a bill is headed, by the regions that are on (spec 9). */
export function sheetTitleOf(
  ctx: ServerContext<ChargingTables>,
  bill: Pick<Bill, 'reimWay' | 'medInsMark'>,
  facility: Facility,
  language: Language,
): SettlementTitle {
  const claims = ctx.extensions(sheetTitles).map(({ value }) => ({ ...value, title: value.title[language] }));
  return settlementTitle({ insured: isInsured(bill.reimWay), medInsMark: bill.medInsMark, ...facility }, claims);
}
