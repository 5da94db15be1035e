import { type DictionaryUse, dictionaryUses, extend, type HeldRows, type ServerContext, usesOf } from '@nephra/plugin-sdk/server';
import { entryTable } from '../tables/entry.table.ts';
import { packageLineTable, packageTable } from '../tables/package.table.ts';
import type { CatalogueDb } from '../tables.ts';

/** Dictionaries of an order, and where an entry of the catalogue has the code that is usual for it. */
const FIELDS = [
  { dictionary: 'drugUsage', usual: 'usualUsage' },
  { dictionary: 'drugInterval', usual: 'usualInterval' },
] as const;
type Field = (typeof FIELDS)[number];

/** Entries for which a code is usual, those out of use too: what stands there stays. Whoever may not read the catalogue is told none by name. */
function entriesWith({ usual }: Field): HeldRows<CatalogueDb> {
  const column = `entry.${usual}` as const;
  return {
    title: { zh: '目录条目的常用值', zhtw: '目錄條目的常用值', en: 'Usual values of catalogue entries' },
    menu: 'his.catalogue',
    async held(ctx, code, limit) {
      const everywhere = entryTable.everywhere(ctx, 'a code that a row holds is in use, whoever may see it; only what the caller sees is named', 'entry');
      return (await everywhere.where(column, '=', code).where(column, '<>', '').limit(limit).execute()).length;
    },
    async named(ctx, code, limit) {
      const seen = entryTable.select(ctx, 'entry').where(column, '=', code).orderBy('entry.pinyin').orderBy('entry.drugId').limit(limit);
      return (await seen.execute()).map(({ drugName, drugSpec }) => `${drugName} ${drugSpec}`.trim());
    },
  };
}

/** Packages by their lines, named those of the caller's organisations: two facilities may have a package of one id. Whoever may not read packages is told none by name. */
function packagesWith({ dictionary }: Field): HeldRows<CatalogueDb> {
  const column = `line.${dictionary}` as const;
  return {
    title: { zh: '套餐', zhtw: '套組', en: 'Packages' },
    menu: 'his.package',
    async held(ctx, code, limit) {
      const everywhere = packageLineTable
        .everywhere(ctx, 'a code that a row holds is in use, whoever may see it; only what the caller sees is named', 'line')
        .clearSelect()
        .select(['line.orgId', 'line.packageId'])
        .distinct();
      return (await everywhere.where(column, '=', code).where(column, '<>', '').limit(limit).execute()).length;
    },
    async named(ctx, code, limit) {
      const lines = await packageLineTable
        .select(ctx, 'line')
        .clearSelect()
        .select(['line.orgId', 'line.packageId'])
        .distinct()
        .where(column, '=', code)
        .orderBy('line.packageId')
        .orderBy('line.orgId')
        .limit(limit)
        .execute();
      if (lines.length === 0) return [];
      const ids = lines.map(({ packageId }) => packageId);
      const packs = packageTable.select(ctx, 'pack').where('pack.packageId', 'in', ids).orderBy('pack.packageName').orderBy('pack.packageId');
      return (await packs.execute())
        .filter((pack) => lines.some(({ orgId, packageId }) => orgId === pack.orgId && packageId === pack.packageId))
        .map(({ packageName }) => packageName);
    },
  };
}

/** Tells the page of dictionaries which entries and packages hold a route or a frequency. */
export const orderCodeUses = FIELDS.flatMap((field) =>
  [entriesWith(field), packagesWith(field)].map((rows) =>
    extend(dictionaryUses, (own: ServerContext<CatalogueDb>): DictionaryUse => ({ dictionary: field.dictionary, of: usesOf(own, rows) })),
  ),
);
