import { messageKind } from '@nephra/plugin-sdk/server';
import type { InsuranceTables } from '../../insurance-tables.ts';

/** Settlements in doubt, as people choose how to hear of them. Nothing of a patient is in it, inside or outside. */
export const doubtKind = messageKind<InsuranceTables>({
  code: 'insurance.doubt',
  title: { zh: '结算存疑', zhtw: '結算存疑', en: 'Settlement in doubt' },
  ...{ urgency: 'important', channels: ['mail'], required: true, params: {} },
  outside: {
    zh: '有医保结算结果不明或需要人工处理，请登录系统在医保驾驶舱查看。',
    zhtw: '有醫保結算結果不明或需要人工處理，請登入系統在醫保駕駛艙查看。',
    en: 'A settlement with the insurer is in doubt or needs a decision. Sign in and look at the insurance cockpit.',
  },
});
