import { addMoney, moneyToWire, ZERO } from '@nephra/plugin-sdk/contract';
import { dataRights, type RequestContext } from '@nephra/plugin-sdk/server';
import { type SheetLine, settlementSheets } from '../../../charging/contract/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { GxSheet } from '../../contract/index.ts';
import { feeCategoryOf } from '../../domain/fee-category.ts';

const sumOf = (lines: readonly SheetLine[], part: 'amount' | 'fulamtOwnpay' | 'overlmt' | 'preselfpay' | 'inscp'): number =>
  moneyToWire(addMoney(ZERO, ...lines.map((line) => line[part])));

/** Lines gathered by national fee category, in the order of the list. */
function categoriesOf(lines: readonly SheetLine[]): GxSheet['categories'] {
  const codes = [...new Set(lines.map((line) => feeCategoryOf(line.drugType)))].sort();
  return codes.map((category) => {
    const own = lines.filter((line) => feeCategoryOf(line.drugType) === category);
    return {
      category,
      amount: sumOf(own, 'amount'),
      fulamt_ownpay_amt: sumOf(own, 'fulamtOwnpay'),
      overlmt_selfpay: sumOf(own, 'overlmt'),
      preselfpay_amt: sumOf(own, 'preselfpay'),
      inscp_scp_amt: sumOf(own, 'inscp'),
    };
  });
}

/** GET printgx. @throws AppError `charging.bill-not-found`. */
export async function gxSheets(ctx: RequestContext<never>, chargeId: string): Promise<{ list: GxSheet[] }> {
  const { orgIds } = ctx.user;
  const rights = dataRights(ctx, 'his.charging');
  const { sheet, lines } = await ctx.service(settlementSheets).of({ billId: chargeId, orgIds, rights, language: ctx.language });
  const [patient] = await ctx.service(patientDirectory).list([sheet.patientId], orgIds);
  return { list: [{ ...sheet, psn_no: patient?.psn_no ?? '', categories: categoriesOf(lines) }] };
}
