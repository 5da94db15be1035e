import type { Language, TextByLanguage } from '../../menu/menu.ts';
import type { FieldComplaint } from '../field-kind.ts';

const TOO_MANY: TextByLanguage = { zh: '最多 {{n}} 行', zhtw: '最多 {{n}} 列', en: 'at most {{n}} lines' };
const TOO_FEW: TextByLanguage = { zh: '至少 {{n}} 行', zhtw: '至少 {{n}} 列', en: 'at least {{n}} lines' };
const AT_LINE: TextByLanguage = { zh: '第 {{n}} 行，{{what}}', zhtw: '第 {{n}} 列，{{what}}', en: 'Line {{n}}: {{what}}' };

/** What is wrong with the number of lines. */
export function linesComplaint(lines: unknown, { max, min = 0 }: { readonly max?: number; readonly min?: number }): FieldComplaint | undefined {
  const count = Array.isArray(lines) ? lines.length : 0;
  if (max !== undefined && count > max) return { said: TOO_MANY, params: { n: max } };
  return count < min ? { said: TOO_FEW, params: { n: min } } : undefined;
}

/** `Line 3: Dose: must not be more than 10`. @param number of the line, from 1 */
export const atLine = (number: number, what: string, language: Language): string =>
  AT_LINE[language].replace('{{n}}', String(number)).replace('{{what}}', () => what);
