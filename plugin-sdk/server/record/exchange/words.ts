import { inLanguages as text, type Language, type TextByLanguage } from '../../../contract/index.ts';
import type { RecordField } from '../../../contract/record/index.ts';

interface Word {
  readonly value: string | number;
  readonly label: TextByLanguage;
}

const YES_NO: readonly Word[] = [
  { value: 1, label: text('是', '是', 'Yes') },
  { value: 0, label: text('否', '否', 'No') },
];
/** Values of a flag or a choice with their words, in the order of choice; undefined: the kind has none. */
export function wordsOf({ kind, words, choices }: RecordField): readonly Word[] | undefined {
  if (kind === 'flag')
    return words
      ? [
          { value: 1, label: words.on },
          { value: 0, label: words.off },
        ]
      : YES_NO;
  return kind === 'choice' || kind === 'choices' ? (choices ?? []) : undefined;
}

/** Word of a value; one that is none of the choices is shown as it is. */
export const wordOf = (field: RecordField, value: unknown, language: Language): string =>
  wordsOf(field)?.find((word) => word.value === value)?.label[language] ?? String(value);

/** Value of a word in any of the languages, the caller's first, or of the value itself; undefined when it means nothing. */
export function valueOfWord(field: RecordField, word: string, language: Language): string | number | undefined {
  const wanted = word.trim().toLowerCase();
  // Of flags people write yes and no, whatever they are called.
  const words = [...(wordsOf(field) ?? []), ...(field.kind === 'flag' ? YES_NO : [])];
  const found =
    words.find(({ label }) => label[language].toLowerCase() === wanted) ??
    words.find(({ value, label }) => String(value).toLowerCase() === wanted || Object.values(label).some((one) => one.toLowerCase() === wanted));
  return found?.value;
}
