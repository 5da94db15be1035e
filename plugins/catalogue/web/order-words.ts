import type { WebContext } from '@nephra/plugin-sdk/web';
import type { Offered } from '@nephra/plugin-sdk/widgets';
import { GRADES } from '../contract/catalogue.schema.ts';
import { FREQUENCIES, USAGES } from '../contract/lines/frequencies.ts';
import { USAGE_LETTERS } from '../contract/lines/order-choices.ts';

type Text = WebContext['t'];
const FREQUENCY_CODES = FREQUENCIES.map(({ code }) => code);
type Usage = (typeof USAGES)[number];

interface Option {
  readonly value: string;
  readonly text: string;
}

/** @param kept what stands there already, hidden or not */
export const frequencyOptions = (t: Text, offered: Offered, kept = ''): Option[] =>
  offered<string>('drugInterval', FREQUENCY_CODES, kept).map((code) => ({ value: code, text: `${code} ${t(`freq.${code}`)}` }));
export const usageOptions = (t: Text, offered: Offered, kept = ''): Option[] =>
  offered<Usage>('drugUsage', USAGES, ...USAGES.filter((usage) => usage === kept)).map((value) => ({
    value,
    text: `${USAGE_LETTERS[value]} ${t(`usage.${value}`)}`,
  }));
/** Grade of the insurance list in the reader's language; what is no grade stands as it is. */
export const gradeText = (t: Text, grade: string): string => ((GRADES as readonly string[]).includes(grade) ? t(`catalogue.grade.${grade}`) : grade);
