import { implement, type ServerPart, siteConfig } from '@nephra/plugin-sdk/server';
import { configContract } from '../../contract/config/config.contract.ts';
import type { SystemDb } from '../tables/tables.ts';
import { administrators, setAdministrators } from './administrators.ts';
import { configView } from './config-view.ts';
import { saveConfig } from './save-config.ts';
import { testMail } from './test-mail.ts';

const configRoutes = implement<SystemDb>()(configContract, {
  read: async (_input, ctx) => configView(ctx, await ctx.service(siteConfig).read()),
  save: ({ body }, ctx) => saveConfig(ctx, body),
  testMail: ({ body }, ctx) => testMail(ctx, body),
  administrators: (_input, ctx) => administrators(ctx),
  setAdministrators: ({ body }, ctx) => setAdministrators(ctx, body.adminIds),
});

/** Configuration of the installation: the row and what it does are the shell's, reached by its service. */
export const configPart: ServerPart<SystemDb> = { name: 'config', implementations: [configRoutes] };
