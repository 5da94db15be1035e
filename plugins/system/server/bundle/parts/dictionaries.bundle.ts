import { Type } from '@nephra/plugin-sdk/contract';
import { bundlePart, bundleRecordFields, type BundleWrite, writeBundleRecord } from '@nephra/plugin-sdk/server';
import { dictionaryData } from '../../../contract/dictionary-data.contract.ts';
import { dictionaryType } from '../../../contract/dictionary-type.contract.ts';
import { dictionaryDataRoutes } from '../../dictionary/dictionary-data.routes.ts';
import { declaredLabels, declaredTypes } from '../../dictionary/dictionary.query.ts';
import { dictionaryTypeRoutes } from '../../dictionary/dictionary-type.routes.ts';
import { raiseWithFirst } from '../../revision/revision.ts';
import { dictionaryDataTable } from '../../tables/dictionary-data.table.ts';
import { dictionaryTypeTable } from '../../tables/dictionary-type.table.ts';
import type { Ctx, SystemDb } from '../../tables/tables.ts';
import { allDictionaryRows } from './dictionary-rows.ts';
import { missing, type ValuesOf, wanted } from './record-entries.ts';

const text = Type.String();
const whole = Type.Integer();
const strict = { additionalProperties: false } as const;
const shape = Type.Union([
  Type.Object({ kind: Type.Literal('dictionary'), fullName: text, isTree: whole, sortCode: whole, description: text, parent: text }, strict),
  Type.Object(
    { kind: Type.Literal('entry'), dictionary: text, enCode: text, fullName: text, parent: text, enabledMark: whole, sortCode: whole, description: text },
    strict,
  ),
]);

const typeOf = (ctx: Ctx, enCode: string) => dictionaryTypeTable.select(ctx, 'one').where('one.enCode', '=', enCode).executeTakeFirst();

async function writeType(ctx: Ctx, code: string, { kind: _, parent, fullName, ...values }: ValuesOf): Promise<void> {
  const stored = await typeOf(ctx, code);
  const above = parent === '' ? undefined : await typeOf(ctx, String(parent));
  if (parent !== '' && !above) throw missing(String(parent));
  const declared = stored && (await declaredTypes(ctx, [stored.id])).get(stored.id);
  // Called as its plugin calls it: without the plugin nobody knows how.
  if (fullName === '' && !declared) throw missing(code);
  const name = fullName === '' ? declared?.labels.zh : fullName;
  await writeBundleRecord(ctx, dictionaryTypeRoutes, stored?.id, { ...values, enCode: code, fullName: name, parentId: above?.id ?? '' });
}

async function writeEntry(ctx: Ctx, { kind: _, dictionary, parent, fullName, ...values }: ValuesOf): Promise<void> {
  const type = await typeOf(ctx, String(dictionary));
  if (!type) throw missing(String(dictionary));
  const entries = await dictionaryDataTable
    .select(ctx, 'one')
    .where('one.dictionaryTypeId', '=', type.id)
    .where('one.enCode', 'in', [String(values.enCode), String(parent)])
    .execute();
  const stored = entries.find(({ enCode }) => enCode === values.enCode);
  const above = parent === '' ? undefined : entries.find(({ enCode }) => enCode === parent);
  if (parent !== '' && !above) throw missing(String(parent));
  const labels = stored && fullName === '' ? (await declaredLabels(ctx, [type.id])).get(stored.id) : undefined;
  if (fullName === '' && !labels) throw missing(`${type.fullName} ${String(values.enCode)}`);
  const name = fullName === '' ? labels?.zh : fullName;
  await writeBundleRecord(ctx, dictionaryDataRoutes, stored?.id, { ...values, fullName: name, dictionaryTypeId: type.id, parentId: above?.id ?? '' });
}

/** Dictionaries of the site with their entries, and what it changed about those of plugins. Codes that plugins declare are theirs; a newer plugin keeps its words. */
export const dictionaries = bundlePart<SystemDb>({
  id: 'dictionaries',
  title: { zh: '数据字典', zhtw: '資料字典', en: 'Dictionaries' },
  format: 1,
  fields: {
    ...bundleRecordFields(dictionaryType, ['fullName', 'isTree', 'sortCode', 'description']),
    ...bundleRecordFields(dictionaryData, ['enCode', 'enabledMark']),
    parent: { label: { zh: '上级', zhtw: '上級', en: 'Above' } },
    dictionary: { label: { zh: '所属字典', zhtw: '所屬字典', en: 'Dictionary' } },
    kind: {
      label: { zh: '种类', zhtw: '種類', en: 'Kind' },
      words: { dictionary: { zh: '字典', zhtw: '字典', en: 'Dictionary' }, entry: { zh: '条目', zhtw: '項目', en: 'Entry' } },
    },
  },
  values: shape,
  rows: async (ctx, codes) => wanted(await allDictionaryRows(ctx), codes, ({ own }) => own).map(({ own: _, ...row }) => row),
  async writer(ctx): Promise<BundleWrite> {
    const raise = raiseWithFirst(ctx);
    return async ({ code, values }) => {
      await (values.kind === 'dictionary' ? writeType(ctx, code, values) : writeEntry(ctx, values));
      await raise();
    };
  },
});
