import type { RecordDocument } from '@nephra/plugin-sdk/record';
import { SIMPLE_ONLY, SIMPLIFIED, TRADITIONAL, TRADITIONAL_ONLY } from '../../../tools/test/locale-words.ts';

interface Texts {
  readonly zh: string;
  readonly zhtw: string;
  readonly en: string;
}
const HAN = /\p{Script=Han}/u;
const isTexts = (value: object): value is Texts => 'zh' in value || 'zhtw' in value || 'en' in value;

/** Every text in three languages of a document, with its path and the key that it speaks for. */
function textsOf(value: unknown, path: readonly string[] = []): (readonly [path: readonly string[], texts: Texts])[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isTexts(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, part]) => textsOf(part, [...path, name]));
}

/** What is wrong with the labels of a record, each a sentence with its place: a language is missing, or speaks with the characters or words of another. */
export function labelFindings(document: RecordDocument): string[] {
  return textsOf(document).flatMap(([path, { zh, zhtw, en }]) => {
    const key = path.at(-1) === 'label' ? path.at(-2) : path.at(-1);
    const told: (readonly [boolean, string])[] = [
      [[zh, zhtw, en].some((text) => !text?.trim()), 'a language is missing'],
      [SIMPLE_ONLY.test(zhtw), `Traditional Chinese holds a simplified character: ${zhtw}`],
      [TRADITIONAL_ONLY.test(zh), `Simplified Chinese holds a traditional character: ${zh}`],
      [SIMPLE_ONLY.test(zh) && zh === zhtw, `both scripts say ${zh}`],
      [HAN.test(en), `English holds Chinese: ${en}`],
      [[zh, zhtw, en].includes(key ?? ''), `the key stands in place of a text: ${key}`],
      ...TRADITIONAL.map(([word, instead]) => [word.test(zhtw), `${zhtw} → ${instead}`] as const),
      ...SIMPLIFIED.map(([word, instead]) => [word.test(zh), `${zh} → ${instead}`] as const),
    ];
    return told.flatMap(([is, what]) => (is ? [`${document.name} ${path.join('.')}: ${what}`] : []));
  });
}
