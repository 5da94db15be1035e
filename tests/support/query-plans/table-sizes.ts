import type { TableSize, TableSizes } from '@nephra/plugin-sdk/server';
import { coreTableSizes } from '../../../shell/server/tables/table-sizes.ts';
import { pluginFromSources } from '../inline-packages.ts';

const inSchema = (schema: string, sizes: TableSizes): [string, TableSize][] => Object.entries(sizes).map(([table, size]) => [`${schema}.${table}`, size]);

/** What the shell and these plugins say of their tables, by `schema.table`. */
export async function tableSizesOf(plugins: readonly string[]): Promise<ReadonlyMap<string, TableSize>> {
  const sources = await Promise.all(plugins.map(pluginFromSources));
  return new Map([...inSchema('core', coreTableSizes), ...sources.flatMap(({ server }) => inSchema(server?.schema ?? '', server?.tableSizes ?? {}))]);
}
