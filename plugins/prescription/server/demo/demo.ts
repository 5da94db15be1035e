import type { OrgId } from '@nephra/plugin-sdk/contract';
import { pinyinInitials, type ServerContext, searchGrams } from '@nephra/plugin-sdk/server';
import type { CatalogueEntry, PrescriptionDemo } from '../../contract/index.ts';
import { fillPrices } from '../catalogue/prices/demo-prices.ts';
import { fillPrescriptions } from './demo-prescriptions.ts';
import type { NewEntry } from '../catalogue/entries/entry.repo.ts';
import { catalogueTable, entryForm } from '../tables/catalogue.table.ts';
import { orderForm } from '../tables/line.columns.ts';
import { diagnosisTable } from '../tables/diagnosis.table.ts';
import { interactionTable } from '../tables/interaction.table.ts';
import { packageLineTable, packageTable } from '../tables/package.table.ts';
import type { PrescriptionDb } from '../tables.ts';

type Ctx = ServerContext<PrescriptionDb>;

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
    await catalogueTable.insertAll(
      ctx,
      entries.map((entry) => catalogueRow(entry, orgId)),
    );
    await fillPrices(entries, data.prices ?? [], orgId, ctx);
    await packageTable.insertAll(
      ctx,
      data.packages.map(({ lines: _lines, ...pack }) => ({ ...pack, orgId, enabled: true, searchGrams: searchGrams(pack.packageName), version: 1 })),
    );
    const lines = data.packages.flatMap((pack) =>
      pack.lines.map((line, index) => ({ orgId, packageId: pack.packageId, lineNo: index + 1, drugId: line.drugId, ...orderForm.fromWire(line) })),
    );
    await packageLineTable.insertAll(ctx, lines);
  }
  await interactionTable.insertAll(
    ctx,
    data.interactions.map((pair) => ({ ...pair, enabled: true })),
  );
  await diagnosisTable.insertAll(
    ctx,
    data.diagnoses.map(({ code, name }) => ({ id: code, code, name, enabled: true })),
  );
}

/** Fills the demo system; patients must be there already. */
export async function fillDemo(data: PrescriptionDemo, ctx: Ctx): Promise<void> {
  await fillCatalogues(data, ctx);
  await fillPrescriptions(data, ctx);
}
