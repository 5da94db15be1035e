import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Interpreter } from './interpreter.ts';
import { type JourneyLanguage, readProductTexts } from './product-texts.ts';

export const LANGUAGES = ['zh', 'zhtw', 'en'] as const satisfies readonly JourneyLanguage[];
export const WIDTHS = [1440, 1024, 390] as const;
export type JourneyWidth = (typeof WIDTHS)[number];

/** In which language people read the screens of a journey, and how wide these are. */
export interface Combination {
  readonly language: JourneyLanguage;
  readonly width: JourneyWidth;
}

export const COMBINATIONS: readonly Combination[] = LANGUAGES.flatMap((language) => WIDTHS.map((width) => ({ language, width })));

/** Set by the fixture of the worker, before its first journey. */
// waits: the same for all journeys of a worker
let current: Combination = { language: 'zh', width: 1440 };
export const useCombination = (combination: Combination): void => {
  current = combination;
};
export const combination = (): Combination => current;

const LOCALES = { zh: 'zh-CN', zhtw: 'zh-TW', en: 'en-US' } as const satisfies Record<JourneyLanguage, string>;
export const localeOf = ({ language }: Combination) => LOCALES[language];

const HEIGHTS: Readonly<Record<JourneyWidth, number>> = { 1440: 900, 1024: 768, 390: 844 };
export const viewportOf = ({ width }: Combination) => ({ width, height: HEIGHTS[width] });

const SEED = '.build/seed';

/** Who says the journeys' words in a language; nobody is needed for the one in which they are written. */
export function interpreterFor(language: JourneyLanguage): Interpreter | undefined {
  if (language === 'zh') return undefined;
  const data = readdirSync(SEED).map((name) => readFileSync(path.join(SEED, name), 'utf8'));
  return new Interpreter(readProductTexts(), language, data.join('\n'));
}
