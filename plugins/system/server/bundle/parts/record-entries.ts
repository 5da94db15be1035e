import { AppError, EnvelopeCode, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import type { AnyRecord } from '@nephra/plugin-sdk/record';
import type { BundleField, BundleRow, ServedRecord } from '@nephra/plugin-sdk/server';
import type { Ctx } from '../../tables/tables.ts';

type Engine = ServedRecord['engine'];
export type Flag = 0 | 1;
export const flag = (on: boolean): Flag => (on ? 1 : 0);
const EITHER: Readonly<Record<string, TextByLanguage>> = { '0': { zh: '否', zhtw: '否', en: 'No' }, '1': { zh: '是', zhtw: '是', en: 'Yes' } };

function wordsOf({ kind, words, choices }: AnyRecord['fields'][number]): BundleField['words'] {
  if (choices) return Object.fromEntries(choices.map(({ value, label }) => [String(value), label]));
  if (kind !== 'flag') return undefined;
  return words ? { '0': words.off, '1': words.on } : EITHER;
}

/** How the members of a record's entries are called: as its form calls the fields, with the words of their choices. */
export function recordFields(record: AnyRecord, names: readonly string[]): Record<string, BundleField> {
  return Object.fromEntries(
    names.map((name): [string, BundleField] => {
      const field = record.fields.find((one) => one.name === name);
      if (!field) throw new TypeError(`${record.name} has no field "${name}"`);
      const words = wordsOf(field);
      return [name, { label: field.label, ...(words && { words }) }];
    }),
  );
}

/** Writes an entry through the engine of its page. @param idOf id of the entry here */
export const writeBy = async (ctx: Ctx, engine: Engine, id: string | undefined, body: Readonly<Record<string, unknown>>): Promise<void> => {
  if (id === undefined) await engine.create(ctx as never, { ...body });
  else await engine.edit(ctx as never, id, { ...body });
};

/** An entry refers to something that is not here. */
export const missing = (what: string): AppError => new AppError('system.bundle-missing', { code: EnvelopeCode.Refused, params: { what } });

/** Those that were asked for, or those that the site made its own. */
export const wanted = <Row extends { readonly code: string }>(
  rows: readonly Row[],
  codes: ReadonlySet<string> | undefined,
  isOwn: (row: Row) => boolean,
): Row[] => rows.filter((row) => (codes ? codes.has(row.code) : isOwn(row)));

export type ValuesOf = BundleRow['values'];
