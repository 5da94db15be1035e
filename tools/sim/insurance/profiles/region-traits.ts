import type { RegionCode } from '../model.ts';

/** What is different between the regions, as data. */
export interface RegionTraits {
  readonly code: RegionCode;
  /** Facility codes of the region. */
  readonly facilities: RegExp;
  readonly area: string;
  readonly feeQueryNeedsSetlId: boolean;
  readonly grades: Readonly<Record<'甲' | '乙' | '丙', string>>;
  readonly results: { readonly equal: string; readonly platformMore: string; readonly facilityMore: string; readonly differ: string };
  readonly resultRowsHaveAmounts: boolean;
  readonly digitsOnlyLineNumbers: boolean;
  readonly singleInsuranceAsObject: boolean;
  readonly nestedRegistration: boolean;
  readonly noOriginal: string;
}

const LONG_GRADES = { 甲: '01', 乙: '02', 丙: '03' };

export const REGIONS: Readonly<Record<RegionCode, RegionTraits>> = {
  guangdong: {
    code: 'guangdong',
    facilities: /^H44/,
    area: '440100',
    feeQueryNeedsSetlId: false,
    grades: LONG_GRADES,
    results: { equal: '000000', platformMore: '000102', facilityMore: '000103', differ: '000104' },
    resultRowsHaveAmounts: false,
    digitsOnlyLineNumbers: false,
    singleInsuranceAsObject: false,
    nestedRegistration: true,
    noOriginal: '原交易不存在',
  },
  hubei: {
    code: 'hubei',
    facilities: /^H42/,
    area: '420100',
    feeQueryNeedsSetlId: true,
    grades: LONG_GRADES,
    results: { equal: '0', platformMore: '1', facilityMore: '1', differ: '1' },
    resultRowsHaveAmounts: false,
    digitsOnlyLineNumbers: true,
    singleInsuranceAsObject: true,
    nestedRegistration: false,
    noOriginal: '未查询到原交易报文',
  },
  guangxi: {
    code: 'guangxi',
    facilities: /^H45/,
    area: '450100',
    feeQueryNeedsSetlId: false,
    grades: { 甲: '1', 乙: '2', 丙: '3' },
    results: { equal: '0', platformMore: '1', facilityMore: '2', differ: '3' },
    resultRowsHaveAmounts: true,
    digitsOnlyLineNumbers: false,
    singleInsuranceAsObject: false,
    nestedRegistration: false,
    noOriginal: '不存在需要冲正的交易',
  },
  elsewhere: {
    code: 'elsewhere',
    facilities: /^H\d{2}SIM/,
    area: '990100',
    feeQueryNeedsSetlId: false,
    grades: LONG_GRADES,
    results: { equal: '0', platformMore: '1', facilityMore: '2', differ: '3' },
    resultRowsHaveAmounts: false,
    digitsOnlyLineNumbers: false,
    singleInsuranceAsObject: false,
    nestedRegistration: false,
    noOriginal: '不存在需要冲正的交易',
  },
};
