import type { RegionRules } from '../contract/insurance/region-adapter.ts';

/**
 * What the national interface says, for a region to begin with: `{ ...nationalRules, transactions, extras }`. `noOriginalWords` is empty here: until a
 * region names the words of its platform, no refusal of 2601 proves that nothing happened.
 */
export const nationalRules: RegionRules = {
  transactions: { visit: '2203', preSettle: '2206', settle: '2207' },
  feeQueryNeedsSetlId: false,
  unknownWords: ['超时', '系统异常', '系统错误', '系统繁忙', '网络异常', '服务异常', '处理中', 'timeout'],
  noOriginalWords: [],
  maxInputChars: 40_000,
  monthVisit: 'month',
  certTypes: ['01', '02', '03'],
  monthCertTypes: ['02', '03'],
  dialysisDisease: { code: 'M07801', name: '慢性肾功能衰竭(透析治疗)' },
  clockWindowSeconds: null,
  equalResults: ['0'],
};
