import { defineService } from '@nephra/plugin-sdk/contract';
import type { LedgerHead } from './ledger.service.ts';

/** Why a prescription at the desk cannot be charged yet; empty = it can. */
export type ChargeBar = '' | 'not-reviewed';

/** What the site's setting `reviewBeforeCharge` means for the desk and for the pharmacy. */
export interface ChargeGate {
  /** On: what the pharmacy hands out is charged after its review, so reviews are done before anybody paid. */
  reviewFirst(): boolean;
  barOf(head: Pick<LedgerHead, 'payStatus' | 'rxStatus' | 'hasStockLines' | 'rounds'>): ChargeBar;
}
export const chargeGate = defineService<ChargeGate>('prescription.charge-gate@1');
