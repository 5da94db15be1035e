import { type DataRights, defineService, type Language, type Money, type OrgId } from '@nephra/plugin-sdk/contract';
import type { SettledLine } from './bill-settlement.service.ts';
import type { SettleSheet } from './charge/charge.schema.ts';

/** One line of a bill with its four parts; negative on a refund. */
export interface SheetLine extends SettledLine {
  readonly drugType: string;
  readonly amount: Money;
}

export interface SettlementSheet {
  readonly sheet: SettleSheet;
  readonly lines: readonly SheetLine[];
}

/** Offered by charging: what a region needs to print a bill in a form of its own. */
export interface SettlementSheets {
  /**
   * @param input.rights of whoever prints, on the menu `his.charging`; a bill out of their reach is "not found"
   * @throws AppError `charging.bill-not-found`
   */
  of(input: { readonly billId: string; readonly orgIds: readonly OrgId[]; readonly rights: DataRights; readonly language: Language }): Promise<SettlementSheet>;
}
export const settlementSheets = defineService<SettlementSheets>('charging.settlement-sheets@1');
