import { implement, requireSystemAdministrator } from '@nephra/plugin-sdk/server';
import { workConfigContract } from '../../contract/work/work-config.contract.ts';
import type { WechatDb } from '../tables/tables.ts';
import { saveWorkAccount, viewOf } from './save-account.command.ts';
import { testWorkAccount } from './test-account.ts';
import { storedWorkAccount } from '../account/work-account.ts';

/** The work account, for system administrators. */
export const workConfigRoutes = implement<WechatDb>()(workConfigContract, {
  async read(_input, ctx) {
    requireSystemAdministrator(ctx);
    return viewOf(ctx, await storedWorkAccount(ctx));
  },
  save({ body }, ctx) {
    requireSystemAdministrator(ctx);
    return saveWorkAccount(ctx, body);
  },
  test(_input, ctx) {
    requireSystemAdministrator(ctx);
    return testWorkAccount(ctx);
  },
});
