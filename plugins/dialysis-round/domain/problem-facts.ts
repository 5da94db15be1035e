import type { Problem, ProblemCode, Severity } from '../contract/problem.ts';

/** A value and the day of its sample. */
export interface Measured {
  readonly value: number;
  /** `YYYY-MM-DD`. */
  readonly on: string;
}

/** Tests that the rules look at. */
export const ROUND_LABS = ['haemoglobin', 'ktv', 'potassium'] as const;
export type RoundLab = (typeof ROUND_LABS)[number];

/** What the rules look at, of one patient on one day. Moments are milliseconds, weights kg, volumes ml, pressures mmHg; null: not known. */
export interface ProblemFacts {
  readonly today: string;
  readonly now: number;
  /** As in `SESSION_STATE`. */
  readonly state: number;
  readonly confirmed: boolean;
  readonly startedAt: number | null;
  readonly check2Done: boolean;
  readonly preWeight: number | null;
  readonly lastPostWeight: number | null;
  /** Day of the last closed treatment. */
  readonly lastOn: string | null;
  readonly dryWeight: number | null;
  readonly dryWeightReviewOn: string | null;
  readonly systolicBefore: number | null;
  readonly lastSystolic: number | null;
  /** Of the confirmed treatment, else what weight and standing prescription come to. */
  readonly ufTarget: number | null;
  readonly minutes: number | null;
  readonly complications: readonly { readonly kind: string; readonly red: boolean; readonly severity: string | null }[];
  readonly ordersOpen: number;
  /** Dry weights, orders and notes that wait for a doctor. */
  readonly signaturesWaiting: number;
  readonly hasPrescription: boolean;
  readonly draftVersion: number | null;
  readonly consented: boolean;
  readonly hasAccess: boolean;
  /** Findings of today by field of the sheet. */
  readonly accessFound: Readonly<Partial<Record<'thrill' | 'skin' | 'exitSite' | 'catheterFlow', string>>>;
  readonly accessEvents: readonly { readonly kind: string; readonly on: string }[];
  /** The last stay in a hospital or on a journey from which no treatment lies since, as board and sheets tell it. */
  readonly stay: { readonly why: 'hospital' | 'travel'; readonly from: string } | null;
  readonly serology: 'ok' | 'soon' | 'overdue' | 'missing';
  readonly serologyDueOn: string | null;
  /** Of each test the values of its last day: one, or more that differ, where files with values of their own were merged. */
  readonly labs: Readonly<Partial<Record<RoundLab, readonly Measured[]>>>;
}

export const problem = (severity: Severity, code: ProblemCode, params: Problem['params'] = {}): Problem => ({ code, severity, params });
export const isNumber = (value: number | null | undefined): value is number => typeof value === 'number' && Number.isFinite(value);
export const oneDecimal = (value: number): number => Math.round(value * 10) / 10;
