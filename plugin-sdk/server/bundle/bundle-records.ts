import type { TextByLanguage } from '../../contract/index.ts';
import type { AnyRecord } from '../../contract/record/index.ts';
import type { RequestContext } from '../context.ts';
import type { ServedRecord } from '../record/serve-record.ts';
import type { BundleField } from './bundle-points.ts';

/** Words of a member of `values` that is true or false, 1 or 0. */
export const BUNDLE_FLAG_WORDS: Readonly<Record<string, TextByLanguage>> = {
  '0': { zh: '否', zhtw: '否', en: 'No' },
  '1': { zh: '是', zhtw: '是', en: 'Yes' },
};

function wordsOf({ kind, words, choices }: AnyRecord['fields'][number]): BundleField['words'] {
  if (choices) return Object.fromEntries(choices.map(({ value, label }) => [String(value), label]));
  if (kind !== 'flag') return undefined;
  return words ? { '0': words.off, '1': words.on } : BUNDLE_FLAG_WORDS;
}

/** `fields` of a part whose entries are rows of a record: called as its form calls the fields, with the words of their choices. @throws TypeError the record has no such field */
export function bundleRecordFields(record: AnyRecord, names: readonly string[]): Record<string, BundleField> {
  return Object.fromEntries(
    names.map((name): [string, BundleField] => {
      const field = record.fields.find((one) => one.name === name);
      if (!field) throw new TypeError(`${record.name} has no field "${name}"`);
      const words = wordsOf(field);
      return [name, { label: field.label, ...(words && { words }) }];
    }),
  );
}

/** Writes an entry through the engine of its page, with the rules of that. @param id of the entry here; undefined: it is new. @returns its id */
export async function writeBundleRecord<DB>(
  ctx: RequestContext<DB>,
  { engine }: Pick<ServedRecord, 'engine'>,
  id: string | undefined,
  body: Readonly<Record<string, unknown>>,
): Promise<string> {
  const own = engine.in(ctx);
  if (id === undefined) return (await own.create(ctx as never, { ...body })).id;
  await own.edit(ctx as never, id, { ...body });
  return id;
}
