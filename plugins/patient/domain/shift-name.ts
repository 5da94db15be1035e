import type { Language } from '@nephra/plugin-sdk/contract';

/** Names of shifts that every hospital uses; any other name is the hospital's own and stays as it was given. */
const USUAL: Readonly<Record<string, { readonly zhtw: string; readonly en: string }>> = {
  早班: { zhtw: '早班', en: 'Early shift' },
  上午班: { zhtw: '上午班', en: 'Morning shift' },
  上午: { zhtw: '上午', en: 'Morning' },
  中班: { zhtw: '中班', en: 'Middle shift' },
  下午班: { zhtw: '下午班', en: 'Afternoon shift' },
  下午: { zhtw: '下午', en: 'Afternoon' },
  晚班: { zhtw: '晚班', en: 'Evening shift' },
  晚上: { zhtw: '晚上', en: 'Evening' },
  夜班: { zhtw: '夜班', en: 'Night shift' },
};

/** What a shift is called in a language. */
export const shiftName = (fullName: string, language: Language): string => (language === 'zh' ? fullName : (USUAL[fullName]?.[language] ?? fullName));
