import { AppError, EnvelopeCode, type Language, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import { type DictionaryRights, matchesKeyword, sql } from '@nephra/plugin-sdk/server';
import type { CachedDictionary, DictionaryEntryInfo, DictionaryEntryName, DictionaryEntryNode } from '../../contract/dictionary-data.contract.ts';
import type { DictionaryTypeInfo } from '../../contract/dictionary-type.contract.ts';
import { ENTRY_TOP, TYPE_TOP } from '../../contract/limits.ts';
import { rightsText, shownName } from '../../domain/locked.ts';
import { treeOf, withAncestors } from '../../domain/tree.ts';
import { declaredEntryTable, declaredTypeTable } from '../tables/declared.table.ts';
import { type DictionaryDataStored, dictionaryDataTable } from '../tables/dictionary-data.table.ts';
import { type DictionaryTypeStored, dictionaryTypeTable } from '../tables/dictionary-type.table.ts';
import type { Ctx } from '../tables/tables.ts';

const missing = () => new AppError('system.not-found', { code: EnvelopeCode.NotFound });
const flag = (on: boolean): 0 | 1 => (on ? 1 : 0);

export interface DeclaredType {
  readonly labels: TextByLanguage;
  readonly may: DictionaryRights;
}

/** What plugins declare of these dictionaries, by id. */
export async function declaredTypes(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, DeclaredType>> {
  if (ids.length === 0) return new Map();
  const rows = await declaredTypeTable
    .select(ctx, 'one')
    .where('one.typeId', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ typeId, labels, may }) => [typeId, { labels, may }]));
}

/** Labels of the entries of a dictionary that a plugin declares, by id of the entry. */
export async function declaredLabels(ctx: Ctx, typeIds: readonly string[]): Promise<ReadonlyMap<string, TextByLanguage>> {
  if (typeIds.length === 0) return new Map();
  const rows = await declaredEntryTable
    .select(ctx, 'one')
    .where('one.typeId', 'in', [...typeIds])
    .execute();
  return new Map(rows.map(({ dataId, labels }) => [dataId, labels]));
}

export type TypeRow = Omit<DictionaryTypeInfo, 'parentId'> & { readonly parentId: string | null };

const presentType = (row: DictionaryTypeStored, declared: DeclaredType | undefined, language: Language): TypeRow => ({
  id: row.id,
  parentId: row.parentId,
  fullName: shownName(row.fullName, declared?.labels, language),
  enCode: row.enCode,
  isTree: flag(row.isTree),
  sortCode: row.sortCode,
  description: row.description,
  version: row.version,
  locked: flag(declared !== undefined),
  may: declared ? rightsText(declared.may) : '',
});

/** All dictionaries in their order. */
export async function allTypes(ctx: Ctx): Promise<readonly TypeRow[]> {
  const rows = await dictionaryTypeTable.select(ctx, 'one').orderBy('one.sortCode').orderBy('one.id').execute();
  const declared = await declaredTypes(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentType(row, declared.get(row.id), ctx.language));
}

/** @param key id of a dictionary, or its code @throws AppError `system.not-found` */
export async function typeByKey(ctx: Ctx, key: string): Promise<DictionaryTypeStored> {
  const rows = await dictionaryTypeTable
    .select(ctx, 'one')
    .where((eb) => eb.or([eb('one.id', '=', key), eb('one.enCode', '=', key)]))
    .execute();
  const found = rows.find(({ id }) => id === key) ?? rows[0];
  if (!found) throw missing();
  return found;
}

/** @throws AppError `system.not-found` */
export async function typeInfo(ctx: Ctx, id: string): Promise<DictionaryTypeInfo> {
  const row = await typeByKey(ctx, id);
  return { ...presentType(row, (await declaredTypes(ctx, [row.id])).get(row.id), ctx.language), parentId: row.parentId ?? TYPE_TOP };
}

export type EntryRow = Omit<DictionaryEntryInfo, 'parentId'> & { readonly parentId: string | null };

const presentEntry = (row: DictionaryDataStored, labels: TextByLanguage | undefined, language: Language): EntryRow => ({
  id: row.id,
  dictionaryTypeId: row.dictionaryTypeId,
  parentId: row.parentId,
  fullName: shownName(row.fullName, labels, language),
  enCode: row.enCode,
  enabledMark: flag(row.enabled),
  sortCode: row.sortCode,
  description: row.description,
  version: row.version,
  locked: flag(labels !== undefined),
});

/** Entries of a dictionary in their order, hidden ones too. */
export async function entriesOf(ctx: Ctx, typeId: string): Promise<readonly EntryRow[]> {
  const labels = await declaredLabels(ctx, [typeId]);
  const rows = await dictionaryDataTable.select(ctx, 'one').where('one.dictionaryTypeId', '=', typeId).orderBy('one.sortCode').orderBy('one.id').execute();
  return rows.map((row) => presentEntry(row, labels.get(row.id), ctx.language));
}

/** @throws AppError `system.not-found` */
export async function entryInfo(ctx: Ctx, id: string): Promise<DictionaryEntryInfo> {
  const row = await dictionaryDataTable.one(ctx, id);
  const labels = await declaredLabels(ctx, [row.dictionaryTypeId]);
  return { ...presentEntry(row, labels.get(row.id), ctx.language), parentId: row.parentId ?? ENTRY_TOP };
}

const isAsked = (isTree: string | undefined, otherwise: boolean): boolean =>
  isTree === undefined || isTree === '' ? otherwise : isTree === '1' || isTree === 'true';

/** As a tree with the way to what is found, or as a list. */
export function shapedEntries(rows: readonly EntryRow[], asTree: boolean, isFound?: (row: EntryRow) => boolean): readonly DictionaryEntryNode[] {
  if (asTree) return treeOf(isFound ? withAncestors(rows, isFound) : rows, ENTRY_TOP);
  return (isFound ? rows.filter(isFound) : rows).map((row) => ({ ...row, parentId: row.parentId ?? ENTRY_TOP }));
}

export async function entriesAsked(ctx: Ctx, key: string, isTree: string | undefined, keyword: string | undefined): Promise<readonly DictionaryEntryNode[]> {
  const type = await typeByKey(ctx, key);
  const rows = await entriesOf(ctx, type.id);
  const match = matchesKeyword('one.searchGrams', keyword);
  if (!match) return shapedEntries(rows, isAsked(isTree, type.isTree));
  const hits = await dictionaryDataTable.select(ctx, 'one').where('one.dictionaryTypeId', '=', type.id).where(match).execute();
  const found = new Set(hits.map(({ id }) => id));
  return shapedEntries(rows, isAsked(isTree, type.isTree), ({ id }) => found.has(id));
}

/** What can be chosen: an entry below a hidden one can be, and stands at the top then. */
export async function choicesOf(ctx: Ctx, key: string) {
  const type = await typeByKey(ctx, key);
  return (await entriesOf(ctx, type.id)).filter(({ enabledMark }) => enabledMark === 1).map(nameOf);
}

const nameOf = ({ id, parentId, fullName, enCode }: EntryRow) => ({ id, parentId: parentId ?? ENTRY_TOP, fullName, enCode });

/** Everything for caches. */
export async function allForCaches(ctx: Ctx): Promise<readonly CachedDictionary[]> {
  const types = await allTypes(ctx);
  const labels = await declaredLabels(
    ctx,
    types.filter(({ locked }) => locked === 1).map(({ id }) => id),
  );
  // Tens of thousands: what is not sent is not read. These columns are the same in the database and in a row.
  const rows = await dictionaryDataTable
    .select(ctx, 'one')
    .clearSelect()
    .select(['one.id', 'one.dictionaryTypeId', 'one.parentId', 'one.fullName', 'one.enCode', 'one.enabled'])
    .orderBy('one.sortCode')
    .orderBy('one.id')
    .execute();
  const byType = new Map<string, { readonly shown: DictionaryEntryName[]; readonly hidden: DictionaryEntryName[] }>();
  for (const { id, dictionaryTypeId, parentId, fullName, enCode, enabled } of rows) {
    const names = byType.get(dictionaryTypeId) ?? { shown: [], hidden: [] };
    byType.set(dictionaryTypeId, names);
    names[enabled ? 'shown' : 'hidden'].push({ id, parentId: parentId ?? ENTRY_TOP, fullName: shownName(fullName, labels.get(id), ctx.language), enCode });
  }
  return types.map(({ id, fullName, enCode, isTree }) => {
    const names = byType.get(id);
    return { id, fullName, enCode, isTree, dictionaryList: names?.shown ?? [], hiddenList: names?.hidden ?? [] };
  });
}

/** Whether any entry of a dictionary stands below another. */
export async function hasBranches(ctx: Ctx, typeId: string): Promise<boolean> {
  const found = await dictionaryDataTable
    .select(ctx, 'one')
    .where('one.dictionaryTypeId', '=', typeId)
    .where(sql<boolean>`${sql.ref('one.parentId')} is not null`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
