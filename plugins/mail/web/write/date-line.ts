import type { Language } from '@nephra/plugin-sdk/contract';

const LOCALES: Readonly<Record<Language, string>> = { zh: 'zh-CN', zhtw: 'zh-TW', en: 'en-GB' };

/** A letter's date as its answers quote it, by the clock of the house; empty where it has none. */
export const dateLine = (at: number | null, language: Language): string =>
  at === null
    ? ''
    : new Intl.DateTimeFormat(LOCALES[language], {
        ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
        ...{ hour12: false, timeZone: 'Asia/Shanghai' },
      }).format(new Date(at));
