import type { TextByLanguage } from '@nephra/plugin-sdk/contract';

const PARAMETER = /\{([A-Za-z][A-Za-z0-9]{0,39})\}/g;
const LANGUAGES = ['zh', 'zhtw', 'en'] as const;

/** Fills parameters in; what a value holds is never read as a parameter, and one without a value stays as it is written. */
export function filledText(text: TextByLanguage, params: Readonly<Record<string, string | number>> = {}): TextByLanguage {
  const fill = (template: string) =>
    template.replace(PARAMETER, (written: string, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : written));
  return { zh: fill(text.zh), zhtw: fill(text.zhtw), en: fill(text.en) };
}

/** Why a text cannot be sent: in some language there is none, or it is too long. */
export const textFlaw = (text: TextByLanguage, max: number): 'empty' | 'long' | undefined => {
  const all = LANGUAGES.map((language) => text[language]);
  if (all.some((one) => one.trim() === '')) return 'empty';
  return all.some((one) => one.length > max) ? 'long' : undefined;
};
