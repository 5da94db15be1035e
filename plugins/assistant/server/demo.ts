import { simulationTable } from './tables/usage.table.ts';
import type { ReadCtx } from './tables/tables.ts';

/** Where the simulated model of the demo system listens. */
export interface AssistantDemo {
  readonly address: string;
  readonly modelName: string;
}

/** The demo system answers by itself: no foreign host is asked. */
export async function fillDemo(data: unknown, ctx: ReadCtx): Promise<void> {
  const { address, modelName } = data as AssistantDemo;
  await simulationTable.insertAll(ctx, [{ id: 'demo', address, modelName }]);
}
