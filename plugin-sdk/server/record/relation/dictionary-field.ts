import { AppError, EnvelopeCode, LANGUAGES } from '../../../contract/index.ts';
import type { RecordField } from '../../../contract/record/index.ts';
import { dictionaryEntries, type DictionaryEntry } from '../../dictionary-points.ts';
import { mayWriteCode } from '../../offered-code.ts';
import { cellProblem } from '../exchange/sentences.ts';
import type { Ctx, EngineFieldCode, Row, Values } from '../record-rows.ts';

/** Entries of the dictionary of a field; none while its plugin is off, so that rows stay readable. */
const entriesOf = async (ctx: Ctx, { dictionary = '' }: RecordField, language = ctx.language): Promise<readonly DictionaryEntry[]> =>
  (await ctx.optionalService(dictionaryEntries)?.of(dictionary, language)) ?? [];

/** What a field of kind `dictionary` does between its column, the wire and workbooks. */
export function dictionaryCode(field: RecordField): EngineFieldCode {
  const { column } = field;
  const codeOf = (row: Values): string => String(row[column] ?? '');
  const code = {
    read: codeOf,
    async write(ctx: Ctx, given: string) {
      // What stands in a row is not written again, so there is none before.
      if (given !== '' && !mayWriteCode(await entriesOf(ctx, field), given, ''))
        throw new AppError('core.invalid', {
          code: EnvelopeCode.Invalid,
          fields: [{ path: field.name, msg: cellProblem(field, 'choice', given, ctx.language).msg }],
        });
      return { [column]: given };
    },
    async text(ctx: Ctx, rows: readonly Row[]) {
      const labels = new Map((await entriesOf(ctx, field)).map((entry) => [entry.code, entry.label]));
      return rows.map((row) => labels.get(codeOf(row)) ?? codeOf(row));
    },
    /** A code goes before a name, and a name in one's own language before those in others; what is hidden is read, too, so that an export comes back as no change. */
    async parse(ctx: Ctx, texts: readonly string[]) {
      const languages = [ctx.language, ...LANGUAGES.filter((language) => language !== ctx.language)];
      const spoken: (readonly DictionaryEntry[])[] = [];
      for (const language of languages) spoken.push(await entriesOf(ctx, field, language));
      return texts.map((text) => {
        const coded = spoken[0]?.find((entry) => entry.code === text);
        const named = coded ? [coded] : (spoken.map((entries) => entries.filter((entry) => entry.label === text)).find(({ length }) => length > 0) ?? []);
        if (named.length > 1) return { several: named.length };
        return named[0] && { value: named[0].code };
      });
    },
    async choices(ctx: Ctx) {
      return [...new Set((await entriesOf(ctx, field)).filter(({ enabled }) => enabled).map(({ label }) => label))];
    },
  };
  // Below the types: a field of no record that the compiler knows.
  return code as unknown as EngineFieldCode;
}
