import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { CatalogueEntry } from '../../contract/catalogue.schema.ts';
import type { CatalogueDemo } from '../../contract/demo.schema.ts';
import { diagnosisTable } from '../tables/diagnosis.table.ts';
import { entryForm, entryTable } from '../tables/entry.table.ts';
import { interactionTable } from '../tables/interaction.table.ts';
import { orderForm } from '../tables/order.columns.ts';
import { packageLineTable, packageTable } from '../tables/package.table.ts';
import type { CatalogueDb } from '../tables.ts';
import { fillPrices } from './demo-prices.ts';

type Ctx = ServerContext<CatalogueDb>;

const entryRow = (entry: CatalogueEntry, orgId: OrgId) => ({
  orgId,
  ...entryForm.fromWire(entry),
  enabled: entry.enableMark === 1,
  version: 1,
});

/** A demo of the time when prescriptions kept the catalogue has been taken over with its tables. */
async function isFilled(ctx: Ctx): Promise<boolean> {
  const found = await entryTable.everywhere(ctx, 'whether there is any', 'one').clearSelect().select('one.drugId').limit(1).executeTakeFirst();
  return found !== undefined;
}

/** Fills the demo system: catalogues with their prices and packages, interactions, diagnoses. */
export async function fillCatalogues(data: CatalogueDemo, ctx: Ctx): Promise<void> {
  if (await isFilled(ctx)) return;
  const entries = [...data.drugs, ...data.materials, ...data.items, ...data.labs];
  for (const orgId of data.catalogueOrgIds) {
    await entryTable.insertAll(
      ctx,
      entries.map((entry) => entryRow(entry, orgId)),
    );
    await fillPrices(entries, data.prices ?? [], orgId, ctx);
    await packageTable.insertAll(
      ctx,
      data.packages.map(({ lines: _lines, ...pack }) => ({ ...pack, orgId, enabled: true, version: 1 })),
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
