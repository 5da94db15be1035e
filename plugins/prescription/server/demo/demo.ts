import type { OrgId } from '@nephra/plugin-sdk/contract';
import { pinyinInitials, type ServerContext, searchGrams } from '@nephra/plugin-sdk/server';
import type { CatalogueEntry, PrescriptionDemo } from '../../contract/index.ts';
import { fillPrices } from '../catalogue/prices/demo-prices.ts';
import { fillPrescriptions } from './demo-prescriptions.ts';
import type { NewEntry } from '../catalogue/entries/entry.repo.ts';
import { catalogueTable, entryForm } from '../tables/catalogue.table.ts';
import { orderForm } from '../tables/line.columns.ts';
import { packageLineTable } from '../tables/package-line.table.ts';
import { insertRows } from '../tables/stored-rows.ts';
import type { PrescriptionDb } from '../tables.ts';

type Ctx = ServerContext<PrescriptionDb>;

const CHUNK = 100;

async function inChunks<Row>(rows: readonly Row[], insert: (chunk: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK) await insert(rows.slice(start, start + CHUNK));
}

const catalogueRow = (entry: CatalogueEntry, orgId: OrgId): NewEntry => ({
  orgId,
  ...entryForm.fromWire(entry),
  enabled: entry.enableMark === 1,
  pinyin: pinyinInitials(entry.drugName),
  searchGrams: searchGrams(entry.drugName, entry.drugSpec, entry.drugNumber, entry.medicalInsCode),
  version: 1,
});

async function fillCatalogues(data: PrescriptionDemo, ctx: Ctx): Promise<void> {
  const entries = [...data.drugs, ...data.materials, ...data.items, ...data.labs];
  for (const orgId of data.catalogueOrgIds) {
    await insertRows(
      ctx.db,
      catalogueTable,
      entries.map((entry) => catalogueRow(entry, orgId)),
    );
    await fillPrices(entries, data.prices ?? [], orgId, ctx);
    await inChunks(data.packages, (chunk) =>
      ctx.db
        .insertInto('prescription.package')
        .values(
          chunk.map(({ packageId, packageName, note, sortCode }) => ({
            org_id: orgId,
            package_id: packageId,
            package_name: packageName,
            note,
            sort_code: sortCode,
            enabled: true,
            search_grams: searchGrams(packageName),
            version: 1,
          })),
        )
        .execute(),
    );
    const lines = data.packages.flatMap((pack) =>
      pack.lines.map((line, index) => ({ orgId, packageId: pack.packageId, lineNo: index + 1, drugId: line.drugId, ...orderForm.fromWire(line) })),
    );
    await insertRows(ctx.db, packageLineTable, lines);
  }
  await inChunks(data.interactions, (chunk) =>
    ctx.db
      .insertInto('prescription.interaction')
      .values(
        chunk.map(({ id, ingredientA, ingredientB, level, note }) => ({
          id,
          ingredient_a: ingredientA,
          ingredient_b: ingredientB,
          level,
          note,
          enabled: true,
          version: 1,
        })),
      )
      .execute(),
  );
  await inChunks(data.diagnoses, (chunk) =>
    ctx.db
      .insertInto('prescription.diagnosis')
      .values(chunk.map(({ code, name }) => ({ code, name, pinyin: pinyinInitials(name), search_grams: searchGrams(name, code), enabled: true, version: 1 })))
      .execute(),
  );
}

/** Fills the demo system; patients must be there already. */
export async function fillDemo(data: PrescriptionDemo, ctx: Ctx): Promise<void> {
  await fillCatalogues(data, ctx);
  await fillPrescriptions(data, ctx);
}
