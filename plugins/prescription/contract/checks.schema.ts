import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { diagnosisEntry, reimWay } from '../../patient/contract/index.ts';
import { checkLevel, MAX_LINES } from '../../catalogue/contract/index.ts';
import { detailInput, moment } from './prescription.schema.ts';

/**
 * Everything a check can say. The sentence of each stands in the texts of this plugin as `errors.prescription.<code>`, filled with the
 * finding's `params` (`line` counts from 1).
 */
export const CHECK_CODES = [
  // Always block: there is nothing to override.
  'item-unknown',
  'item-disabled',
  'quantity-number',
  'quantity-dimension',
  'quantity-frequency',
  'quantity-unit',
  'quantity-split',
  'quantity-too-large',
  'dose-too-large',
  'quantity-negative',
  'quantity-days',
  'quantity-zero',
  'allergy',
  // What kind of answer they need depends on the case: see `level`.
  'allergy-cross',
  'duplicate',
  'duplicate-other',
  'interaction',
  'interaction-other',
  'dose-high',
  'dose-low',
  'renal',
  'pregnancy',
  'lactation',
  'pregnancy-unknown',
  'age-young',
  'age-old',
  'limit-use',
  'supply-days',
  'supply-doses',
  'skin-test',
  'stock-short',
  'anticoagulants',
  'anticoagulants-other',
  'session-twice',
  'dialyser-twice',
  'session-other',
  'dialyser-other',
  'infection-missing',
  'infection-pending',
  'infection-undated',
  'infection-overdue',
  'bed-unknown',
] as const;
export type CheckCode = (typeof CHECK_CODES)[number];
export const checkCode = Type.Enum(CHECK_CODES);

export const MAX_FINDING_KEY = 300;
/** Characters of a reason for going on in spite of a check. */
export const MAX_OVERRIDE_REASON = 300;
const findingKey = Type.String({ minLength: 1, maxLength: MAX_FINDING_KEY });
export const overrideReason = Type.String({ minLength: 1, maxLength: MAX_OVERRIDE_REASON });

/** Why somebody went on in spite of a finding. Never changed, never deleted. */
export const checkOverride = Type.Object({
  id: Type.String(),
  key: findingKey,
  code: checkCode,
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  reason: Type.String(),
  stage: Type.Union([Type.Literal('confirm'), Type.Literal('dispense')]),
  userName: Type.String(),
  /** Milliseconds. */
  creatorTime: Type.Integer(),
});
export type CheckOverride = Static<typeof checkOverride>;

/** One point that a check found. */
export const checkFinding = Type.Object({
  /** Stays the same while the case stays the same; an override names it. A changed dose is a new case. */
  key: findingKey,
  code: checkCode,
  /** block: cannot be confirmed. reason: can be confirmed with a reason. info: shown only. */
  level: checkLevel,
  /** Places in the list of lines that was checked, from 0. */
  lines: Type.Array(Type.Integer()),
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  /** The reason that is stored for this case, newest; null when there is none. */
  override: Type.Union([checkOverride, Type.Null()]),
});
export type CheckFinding = Static<typeof checkFinding>;

/** What is checked while typing: a draft, saved or not. */
export const checkBody = Type.Object({
  patientId: Type.String({ minLength: 1, maxLength: 64 }),
  /** The prescription that is being changed; left out for a new one. */
  dpId: Type.Optional(Type.String({ maxLength: 64 })),
  dpType: Type.Integer({ minimum: 1, maximum: 999_999 }),
  dpDate: moment,
  reimWay,
  diagnosis: Type.Optional(Type.Array(diagnosisEntry, { maxItems: 20 })),
  prescriptionDetailList: Type.Array(detailInput, { maxItems: MAX_LINES }),
});
export type CheckBody = Static<typeof checkBody>;

export const checkReply = Type.Object({
  findings: Type.Array(checkFinding),
  /** At least one finding blocks. */
  blocked: Type.Boolean(),
  /** Findings of level reason without a stored reason. */
  reasonsNeeded: Type.Integer(),
  /** Price of a stock unit of each entry on the day of treatment, yuan; entries that the facility does not have are left out. */
  prices: Type.Array(Type.Object({ drugId: Type.String(), price: Type.Number() })),
});
export type CheckReply = Static<typeof checkReply>;

/** Sent with a confirmation: the reason for each finding of level reason that has none yet. */
export const overrideInput = Type.Object({ key: findingKey, reason: overrideReason });
export type OverrideInput = Static<typeof overrideInput>;
