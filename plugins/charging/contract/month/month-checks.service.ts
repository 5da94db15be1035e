import { defineService, type OrgId, type UserId } from '@nephra/plugin-sdk/contract';

/** Words: `month.insurer.<key>` in charging's locale files, with the params named here. */
export const INSURED_MONTH_KEYS = [
  /** Lines without an entry in the insurer's list: `count`, `name` of the first. */
  'unmapped',
  /** The chronic disease is not filed: `disease`. */
  'filing-missing',
  /** Its filing ends before the month's last prescription: `disease`, `date` `YYYY-MM-DD`. */
  'filing-expired',
  /** Nobody has asked yet whether the disease is filed: `disease`. */
  'filing-unasked',
  /** What is known of the filing is too old to rest on: `disease`, `date` it was asked on. */
  'filing-old',
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
  /**
   * Asks the insurer for what `blockersOf` could not find stored: whether these patients' chronic diseases are filed. Called outside any
   * transaction; takes a call to the platform for each patient. Answers how many are known now.
   * @throws AppError when the line is down: asking the others would not help
   */
  ask?(input: {
    readonly orgId: OrgId;
    readonly patientIds: readonly string[];
    readonly by: { readonly userId: UserId; readonly userName: string };
  }): Promise<{ readonly asked: number; readonly refused: readonly { readonly patientId: string; readonly reason: string }[] }>;
}
export const insuredMonthChecks = defineService<InsuredMonthChecks>('charging.insured-month-checks@1');
