import type { ReadCtx } from './tables/tables.ts';
import { workAccountTable } from './tables/work.table.ts';
import { WORK } from './account/work-account.ts';

/** The simulated work account of the demo system. */
export interface WechatDemo {
  readonly address: string;
  readonly corpId: string;
  readonly agentId: number;
  readonly secret: string;
}

/** The demo system speaks with the simulation beside it: no foreign host is called. Its staff are bound in the core's own demo data. */
export async function fillDemo(data: unknown, ctx: ReadCtx): Promise<void> {
  const { address, corpId, agentId, secret } = data as WechatDemo;
  await workAccountTable.insertAll(ctx, [
    {
      ...{ id: WORK, corpId, agentId, secret: ctx.secrets.seal(secret), gateway: address, loginPage: address, siteAddress: '' },
      ...{ scanOn: true, messageOn: true, version: 1, updatedAt: ctx.clock.now() },
    },
  ]);
}
