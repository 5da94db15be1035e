import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';

/** Placeholders that a wording lacks or adds, at its language. */
export const placeholderError = (flaw: { readonly lacks: readonly string[]; readonly adds: readonly string[] }, path: string): AppError =>
  new AppError('system.text-placeholders', {
    code: EnvelopeCode.Invalid,
    params: { lacks: namesOf(flaw.lacks), adds: namesOf(flaw.adds) },
    fields: [{ path, msg: '' }],
  });

const namesOf = (names: readonly string[]): string => (names.length === 0 ? '–' : names.map((name) => `{{${name}}}`).join(' '));
