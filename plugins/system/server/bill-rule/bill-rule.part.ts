import { billNumbers, provide, type ServerPart } from '@nephra/plugin-sdk/server';
import type { SystemDb } from '../tables/tables.ts';
import { billRuleRoutes } from './bill-rule.routes.ts';
import { billRuleSizes } from '../tables/bill-rule.table.ts';
import { forgetHolds } from './forget-holds.method.ts';
import { numbersByRule } from './give-number.ts';

/** Rules by which papers and files are numbered. */
export const billRulePart: ServerPart<SystemDb> = {
  name: 'bill-rule',
  implementations: [billRuleRoutes],
  services: [provide(billNumbers, numbersByRule)],
  extensions: [forgetHolds],
  tableSizes: billRuleSizes,
};
