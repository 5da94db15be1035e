import type { Language, TextByLanguage } from '@nephra/plugin-sdk/contract';
import type { PayStatus, RxStatus } from '../../contract/index.ts';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import zhtw from '../../locales/zhtw.json' with { type: 'json' };

const KINDS: Readonly<Record<Language, Readonly<Record<string, string>>>> = { zh: zh.dpType, zhtw: zhtw.dpType, en: en.dpType };
const RX: Readonly<Record<Language, Readonly<Record<RxStatus, string>>>> = { zh: zh.rx, zhtw: zhtw.rx, en: en.rx };
const PAY: Readonly<Record<Language, Readonly<Record<PayStatus, string>>>> = { zh: zh.pay, zhtw: zhtw.pay, en: en.pay };

/** Name of a kind of prescription; one that the page has no word for shows as its number, as there. */
export function kindWords(dpType: number): TextByLanguage | string {
  const inLanguage = (language: Language): string | undefined => KINDS[language][dpType];
  const [inZh, inZhtw, inEn] = [inLanguage('zh'), inLanguage('zhtw'), inLanguage('en')];
  return inZh && inZhtw && inEn ? { zh: inZh, zhtw: inZhtw, en: inEn } : String(dpType);
}

/** Where a prescription stands, treatment first, in the reader's language. */
export const stateText = (language: Language, { rxStatus, payStatus }: { rxStatus: RxStatus; payStatus: PayStatus }): string =>
  `${RX[language][rxStatus]} · ${PAY[language][payStatus]}`;
