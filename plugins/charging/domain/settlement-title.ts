/** Which heading the settlement sheet carries; the words stand in the locale files under `sheet.title.<kind>`. */
export type SettlementTitleKind = 'facility' | 'hospital' | 'hubei' | 'guangxi' | 'guangdong';

export interface SettlementInfo {
  /** False for a patient without insurance. */
  readonly insured: boolean;
  /** "0" = the bill was not settled through insurance. */
  readonly medInsMark: string;
  readonly fixmedinsName: string;
  readonly fixmedinsCode: string;
  readonly facilityName: string;
}

export interface SettlementTitle {
  readonly kind: SettlementTitleKind;
  /** Name to put into the heading; empty for the provincial ones. */
  readonly name: string;
}

/** reimWay of patients who pay for themselves. */
export const SELF_PAY_REIM_WAYS: readonly string[] = ['0', ''];

export const isInsured = (reimWay: string): boolean => !SELF_PAY_REIM_WAYS.includes(reimWay);

/** Spec 9: heading by insurance mark and the prefix of the facility's insurance code. */
export function settlementTitle(info: SettlementInfo): SettlementTitle {
  if (!info.insured) return { kind: 'facility', name: info.facilityName };
  if (info.medInsMark === '0') return { kind: 'hospital', name: info.fixmedinsName || info.facilityName };
  if (info.fixmedinsCode.startsWith('H42')) return { kind: 'hubei', name: '' };
  if (info.fixmedinsCode.startsWith('H45')) return { kind: 'guangxi', name: '' };
  return { kind: 'guangdong', name: '' };
}
