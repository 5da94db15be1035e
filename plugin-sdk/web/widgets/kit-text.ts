import type { Language } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { KIT_TEXTS, type KitTextKey } from './kit-texts.ts';
import { textIn } from './columns/text-table.ts';

export type KitText = (key: KitTextKey, params?: Readonly<Record<string, string | number>>) => string;

export const kitTextIn =
  (language: Language): KitText =>
  (key, params) =>
    textIn(KIT_TEXTS[key], language, params);

const byLanguage = { zh: kitTextIn('zh'), zhtw: kitTextIn('zhtw'), en: kitTextIn('en') } as const satisfies Record<Language, KitText>;

/** Texts of the kit in the language of the session. */
export const useKitText = (): KitText => byLanguage[usePlugin().language];
