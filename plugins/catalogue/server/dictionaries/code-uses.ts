import {
  type DictionaryUse,
  dictionaryUses,
  extend,
  type FoundUses,
  MAX_NAMED_USES,
  readUses,
  type ServerContext,
  type UsesReader,
} from '@nephra/plugin-sdk/server';
import { entryTable } from '../tables/entry.table.ts';
import { packageLineTable, type PackageStored, packageTable } from '../tables/package.table.ts';
import type { CatalogueDb } from '../tables.ts';

/** Dictionaries of an order, and where an entry of the catalogue has the code that is usual for it. */
const FIELDS = [
  { dictionary: 'drugUsage', usual: 'usualUsage' },
  { dictionary: 'drugInterval', usual: 'usualInterval' },
] as const;
type Field = (typeof FIELDS)[number];

const ENTRIES = { zh: '目录条目的常用值', zhtw: '目錄條目的常用值', en: 'Usual values of catalogue entries' };
const PACKAGES = { zh: '套餐', zhtw: '套組', en: 'Packages' };

type Own = ServerContext<CatalogueDb>;
const asked = (own: Own, { log, user, dataScope }: UsesReader) => ({ ...own, log, user, dataScope });

/** Entries for which a code is usual, those out of use too: what stands there stays. Whoever may not read the catalogue is told none by name. */
async function entriesWith(own: Own, caller: UsesReader, { usual }: Field, code: string, most: number): Promise<FoundUses | undefined> {
  const ctx = asked(own, caller);
  const column = `entry.${usual}` as const;
  const everywhere = entryTable.everywhere(ctx, 'a code that a row holds is in use, whoever may see it; only what the caller sees is named', 'entry');
  const seen = entryTable
    .select(ctx, 'entry')
    .where(column, '=', code)
    .orderBy('entry.pinyin')
    .orderBy('entry.drugId')
    .limit(most + 1);
  return await readUses({
    title: ENTRIES,
    most,
    held: async () =>
      (
        await everywhere
          .where(column, '=', code)
          .where(column, '<>', '')
          .limit(most + 1)
          .execute()
      ).length,
    may: caller.can('his.catalogue'),
    named: async () => (await seen.execute()).map(({ drugName, drugSpec }) => `${drugName} ${drugSpec}`.trim()),
  });
}

type LineColumn = `line.${Field['dictionary']}`;

/** Of the organisations of the caller. Two facilities may have a package of one id. */
async function packagesSeen(ctx: ReturnType<typeof asked>, column: LineColumn, code: string, most: number): Promise<PackageStored[]> {
  const lines = await packageLineTable
    .select(ctx, 'line')
    .clearSelect()
    .select(['line.orgId', 'line.packageId'])
    .distinct()
    .where(column, '=', code)
    .orderBy('line.packageId')
    .orderBy('line.orgId')
    .limit(most + 1)
    .execute();
  if (lines.length === 0) return [];
  const ids = lines.map(({ packageId }) => packageId);
  const packs = await packageTable.select(ctx, 'pack').where('pack.packageId', 'in', ids).orderBy('pack.packageName').orderBy('pack.packageId').execute();
  return packs.filter((pack) => lines.some(({ orgId, packageId }) => orgId === pack.orgId && packageId === pack.packageId));
}

/** Packages by their lines. Whoever may not read packages is told none by name. */
async function packagesWith(own: Own, caller: UsesReader, { dictionary }: Field, code: string, most: number): Promise<FoundUses | undefined> {
  const ctx = asked(own, caller);
  const column = `line.${dictionary}` as const;
  const everywhere = packageLineTable
    .everywhere(ctx, 'a code that a row holds is in use, whoever may see it; only what the caller sees is named', 'line')
    .clearSelect()
    .select(['line.orgId', 'line.packageId'])
    .distinct();
  return await readUses({
    title: PACKAGES,
    most,
    held: async () =>
      (
        await everywhere
          .where(column, '=', code)
          .where(column, '<>', '')
          .limit(most + 1)
          .execute()
      ).length,
    may: caller.can('his.package'),
    named: async () => (await packagesSeen(ctx, column, code, most)).map(({ packageName }) => packageName),
  });
}

/** Tells the page of dictionaries which entries and packages hold a route or a frequency. */
export const orderCodeUses = FIELDS.flatMap((field) =>
  [entriesWith, packagesWith].map((rows) =>
    extend(
      dictionaryUses,
      (own: Own): DictionaryUse => ({
        dictionary: field.dictionary,
        of: (caller, code, most = MAX_NAMED_USES) => rows(own, caller, field, code, most),
      }),
    ),
  ),
);
