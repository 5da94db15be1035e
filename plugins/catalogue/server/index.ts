import { defineServerPlugin, dictionaryWords, provide } from '@nephra/plugin-sdk/server';
import { catalogueEntries } from '../contract/catalogue.service.ts';
import type { CatalogueDemo } from '../contract/demo.schema.ts';
import { catalogueImplementations } from './catalogue.routes.ts';
import { catalogueEntriesOf } from './catalogue.service.ts';
import { fillCatalogues } from './demo/demo.ts';
import { orderCodeUses } from './dictionaries/code-uses.ts';
import { orderDictionaries } from './dictionaries/order-dictionaries.ts';
import migrations from './migrations';
import { tableSizes } from './table-sizes.ts';
import type { CatalogueDb } from './tables.ts';

export default defineServerPlugin<CatalogueDb>({
  schema: 'catalogue',
  migrations,
  tableSizes,
  implementations: catalogueImplementations,
  extensions: [...orderDictionaries, ...orderCodeUses, ...dictionaryWords<CatalogueDb>({ drugUsage: 'usage', drugInterval: 'freq' })],
  services: [provide(catalogueEntries, catalogueEntriesOf)],
  demo: (data, ctx) => fillCatalogues(data as CatalogueDemo, ctx),
});
