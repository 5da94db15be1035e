import type { WebContext } from '@nephra/plugin-sdk/web';
import { GRADES } from '../contract/catalogue.schema.ts';
import { FREQUENCIES, USAGES } from '../contract/lines/frequencies.ts';
import { USAGE_LETTERS } from '../contract/lines/order-choices.ts';

type Text = WebContext['t'];
interface Option {
  readonly value: string;
  readonly text: string;
}

export const frequencyOptions = (t: Text): Option[] => FREQUENCIES.map(({ code }) => ({ value: code, text: `${code} ${t(`freq.${code}`)}` }));
export const usageOptions = (t: Text): Option[] => USAGES.map((value) => ({ value, text: `${USAGE_LETTERS[value]} ${t(`usage.${value}`)}` }));
/** Grade of the insurance list in the reader's language; what is no grade stands as it is. */
export const gradeText = (t: Text, grade: string): string => ((GRADES as readonly string[]).includes(grade) ? t(`catalogue.grade.${grade}`) : grade);
