import { defineService, type OrgId } from '@nephra/plugin-sdk/contract';

/** Words: `month.insurer.<key>` in charging's locale files, with the params named here. */
export const INSURED_MONTH_KEYS = [
  /** Lines without an entry in the insurer's list: `count`, `name` of the first. */
  'unmapped',
  /** The chronic disease is not filed: `disease`. */
  'filing-missing',
  /** Its filing ends before the month's last prescription: `disease`, `date` `YYYY-MM-DD`. */
  'filing-expired',
  /** A settlement of the patient is in doubt or under review. */
  'doubt',
  /** The facility reaches no platform. */
  'not-connected',
  /** Calls wait until the line is back. */
  'line-down',
] as const;
export type InsuredMonthKey = (typeof INSURED_MONTH_KEYS)[number];

/** Something of a patient's month that an insurer would stop at, or that is worth a look. */
export interface InsuredMonthBlocker {
  readonly patientId: string;
  readonly key: InsuredMonthKey;
  readonly level: 'block' | 'warn';
  readonly params: Readonly<Record<string, string | number>>;
}

/**
 * Offered by an insurance plugin: what would stop these patients' month before any money moves. Asked by the dry run, so it reads what is
 * stored and sends nothing. Patients without blockers are absent.
 */
export interface InsuredMonthChecks {
  blockersOf(input: {
    readonly orgId: OrgId;
    /** `YYYY-MM` */
    readonly month: string;
    readonly patients: readonly { readonly patientId: string; readonly dpIds: readonly string[] }[];
  }): Promise<readonly InsuredMonthBlocker[]>;
}
export const insuredMonthChecks = defineService<InsuredMonthChecks>('charging.insured-month-checks@1');
