/** Which heading the settlement sheet carries; the words stand in the locale files under `print.title.<kind>`. */
export type SettlementTitleKind = 'facility' | 'hospital' | 'insurer';

export interface SettlementInfo {
  /** False for a patient without insurance. */
  readonly insured: boolean;
  /** "0" = the bill was not settled through insurance. */
  readonly medInsMark: string;
  readonly fixmedinsName: string;
  readonly fixmedinsCode: string;
  readonly facilityName: string;
}

/** A heading that a region brings for facilities whose insurance code begins so. */
export interface TitleClaim {
  readonly prefixes: readonly string[];
  readonly otherwise: boolean;
  readonly except?: readonly string[];
  readonly title: string;
  readonly ownForm?: boolean;
}

export interface SettlementTitle {
  readonly kind: SettlementTitleKind;
  /** Name to put into the heading; of an insurer's sheet the whole heading. */
  readonly name: string;
  /** The region prints its sheets in a form of its own. */
  readonly ownForm: boolean;
}

/** reimWay of patients who pay for themselves. */
export const SELF_PAY_REIM_WAYS: readonly string[] = ['0', ''];

export const isInsured = (reimWay: string): boolean => !SELF_PAY_REIM_WAYS.includes(reimWay);

const begins = (code: string, prefixes: readonly string[] = []): boolean => prefixes.some((prefix) => code.startsWith(prefix));

/** Spec 9: heading by insurance mark, and by the region that claims the facility's insurance code; unclaimed ones are headed by the facility's name. */
export function settlementTitle(info: SettlementInfo, claims: readonly TitleClaim[]): SettlementTitle {
  const code = info.fixmedinsCode;
  const claim = claims.find((one) => begins(code, one.prefixes)) ?? claims.find((one) => one.otherwise && !begins(code, one.except));
  // One sheet per region, whoever pays; the heading tells them apart.
  const ownForm = claim?.ownForm === true;
  if (info.insured && info.medInsMark === '0') return { kind: 'hospital', name: info.fixmedinsName || info.facilityName, ownForm };
  return info.insured && claim ? { kind: 'insurer', name: claim.title, ownForm } : { kind: 'facility', name: info.facilityName, ownForm };
}
