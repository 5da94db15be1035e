import type { Language } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { KIT_TEXTS, type KitTextKey } from './kit-texts.ts';

export type KitText = (key: KitTextKey, params?: Readonly<Record<string, string | number>>) => string;

export const kitTextIn =
  (language: Language): KitText =>
  (key, params) => {
    const text: string = KIT_TEXTS[key][language];
    return params ? text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? '')) : text;
  };

const byLanguage = { zh: kitTextIn('zh'), zhtw: kitTextIn('zhtw'), en: kitTextIn('en') } as const satisfies Record<Language, KitText>;

/** Texts of the kit in the language of the session. */
export const useKitText = (): KitText => byLanguage[usePlugin().language];
