import type { TextByLanguage } from '@nephra/plugin-sdk/contract';
import { declaredDictionaries } from '@nephra/plugin-sdk/server';
import { isDeclaredName } from '../../../domain/locked.ts';
import { declaredKeeper } from '../../declared/declared-keeper.ts';
import { declaredEntryTable, declaredTypeTable } from '../../tables/declared.table.ts';
import { dictionaryDataTable } from '../../tables/dictionary-data.table.ts';
import { dictionaryTypeTable } from '../../tables/dictionary-type.table.ts';
import type { Ctx } from '../../tables/tables.ts';
import { flag } from './record-entries.ts';

/** Sort numbers of declared entries, as their keeper gives them. */
const SORT_STEP = 10;

/** A name that its plugin gave goes along as none: the other site calls it as its own version of the plugin does. */
const ownName = (name: string, labels: TextByLanguage | undefined): string => (labels && isDeclaredName(name, labels) ? '' : name);

export const entryCode = (dictionary: string, enCode: string): string => `${dictionary}/${enCode}`;

/** Dictionaries and entries as a bundle has them; `own`: the site made or changed it. */
export async function allDictionaryRows(ctx: Ctx) {
  await ctx.service(declaredKeeper).keep();
  const types = await dictionaryTypeTable.select(ctx, 'one').orderBy('one.enCode').execute();
  const entries = await dictionaryDataTable.select(ctx, 'one').orderBy('one.id').execute();
  const typeLabels = new Map((await declaredTypeTable.select(ctx, 'one').execute()).map(({ typeId, labels }) => [typeId, labels]));
  const entryLabels = new Map((await declaredEntryTable.select(ctx, 'one').execute()).map(({ dataId, labels }) => [dataId, labels]));
  const typeCodes = new Map(types.map(({ id, enCode }) => [id, enCode]));
  const entryCodes = new Map(entries.map(({ id, enCode }) => [id, enCode]));
  const orders = new Map(
    ctx
      .extensions(declaredDictionaries)
      .flatMap(({ value }) => value.entries.map(({ code }, index): [string, number] => [entryCode(value.code, code), (index + 1) * SORT_STEP])),
  );
  const typeNames = new Map(types.map(({ id, fullName }) => [id, fullName]));
  return [
    ...types.map((row) => {
      const { fullName, enCode, isTree, sortCode, description } = row;
      const labels = typeLabels.get(row.id);
      const parent = (row.parentId && typeCodes.get(row.parentId)) ?? '';
      const name = ownName(fullName, labels);
      return {
        code: enCode,
        name: fullName,
        ...(parent !== '' && { parent }),
        values: { kind: 'dictionary', fullName: name, isTree: flag(isTree), sortCode, description, parent },
        own: !labels || name !== '' || parent !== '' || sortCode !== 0 || description !== '',
      };
    }),
    ...entries.flatMap((row) => {
      const dictionary = typeCodes.get(row.dictionaryTypeId);
      if (dictionary === undefined) return [];
      const { fullName, enCode, enabled, sortCode, description } = row;
      const code = entryCode(dictionary, enCode);
      const labels = entryLabels.get(row.id);
      const parent = (row.parentId && entryCodes.get(row.parentId)) ?? '';
      const name = ownName(fullName, labels);
      return [
        {
          code,
          name: `${typeNames.get(row.dictionaryTypeId) ?? dictionary} › ${fullName}`,
          parent: parent === '' ? dictionary : entryCode(dictionary, parent),
          values: { kind: 'entry', dictionary, enCode, fullName: name, parent, enabledMark: flag(enabled), sortCode, description },
          own: !labels || name !== '' || !enabled || description !== '' || parent !== '' || (orders.get(code) ?? sortCode) !== sortCode,
        },
      ];
    }),
  ];
}
