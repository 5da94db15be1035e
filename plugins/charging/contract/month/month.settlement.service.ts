import { defineEvent, defineService, type Money, type OrgId, type UserId } from '@nephra/plugin-sdk/contract';

export interface InsuredMonth {
  /** Same id = same settlement: asked again, the insurer's plugin finds what it did before and does not settle twice. */
  readonly settlementId: string;
  readonly orgId: OrgId;
  readonly patientId: string;
  /** `YYYY-MM` */
  readonly month: string;
  readonly dpIds: readonly string[];
  readonly total: Money;
  readonly by: { readonly userId: UserId; readonly userName: string };
}

/** What the insurer decided. `settled`: the parts add up to the total. */
export type InsuredOutcome =
  | {
      readonly kind: 'settled';
      /** `1` insured here, `2` insured elsewhere. */
      readonly medInsMark: '1' | '2';
      readonly fundPay: Money;
      readonly accountPay: Money;
      /** Borne by the hospital itself. */
      readonly hospitalPay: Money;
      /** Left to the patient. */
      readonly selfPay: Money;
      /** Number of the settlement at the insurer. */
      readonly reference: string;
    }
  | { readonly kind: 'refused'; readonly reason: string }
  /** No answer: nobody knows whether money moved. Asked again later with the same settlementId. */
  | { readonly kind: 'unknown' };

/** What the insurer says a month would come to; nothing moved. `worked-out`: the parts add up to the total. */
export type InsuredRehearsal =
  | {
      readonly kind: 'worked-out';
      /** False for an estimate: the settlement may come to other parts. */
      readonly exact: boolean;
      readonly fundPay: Money;
      readonly accountPay: Money;
      readonly hospitalPay: Money;
      readonly selfPay: Money;
    }
  | { readonly kind: 'refused'; readonly reason: string }
  /** An earlier try has no answer yet: whether money moved has to be found out first. */
  | { readonly kind: 'unknown' };

/**
 * Offered by an insurance plugin: settles a patient's month with the insurer. Called outside any transaction; may take long. While nobody
 * offers it, insured settlement is refused with a sentence.
 */
export interface InsuredSettlement {
  settleMonth(month: InsuredMonth): Promise<InsuredOutcome>;
  /** Works out what everybody would pay; what it keeps with the insurer is settled under the same id or let go. Called outside any transaction; may take long. */
  rehearseMonth?(month: InsuredMonth): Promise<InsuredRehearsal>;
  /** Gives up what was worked out for a patient's month and not settled; doing it again changes nothing. Called outside any transaction. */
  letGoMonth?(month: Pick<InsuredMonth, 'orgId' | 'patientId' | 'month' | 'by'>): Promise<void>;
  /** Those of the prescriptions on account that the insurer settled, or may have settled: nobody else pays for them meanwhile. */
  holds?(dpIds: readonly string[], orgIds: readonly OrgId[]): Promise<readonly string[]>;
}
export const insuredSettlement = defineService<InsuredSettlement>('charging.insured-settlement@1');

/** A run has patients waiting: whoever has a free hand goes on with it. */
export const monthRunWaiting = defineEvent<{ runId: string }>('charging.month-run-waiting@1');
