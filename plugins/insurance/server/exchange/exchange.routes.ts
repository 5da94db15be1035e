import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { implement } from '@nephra/plugin-sdk/server';
import { exchangeContract } from '../../contract/index.ts';
import { CONNECTION_COLUMNS } from '../client/connection-reader.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { askPlatform, downloadFile, replayExchange } from './ask-platform.command.ts';
import { listExchanges, readExchange } from './exchange.query.ts';
import { completeNote, noteExchange, removeNote } from './note-exchange.command.ts';

export const exchangeRoutes = implement<InsuranceTables>()(exchangeContract, {
  list: ({ query }, ctx) => listExchanges(ctx, query),
  create: ({ body }, ctx) => noteExchange(ctx, body),
  update: ({ params, body }, ctx) => completeNote(ctx, params.id, body),
  record: ({ params }, ctx) => readExchange(ctx, params.id),
  remove: ({ params }, ctx) => removeNote(ctx, params.id),
  replay: ({ params }, ctx) => replayExchange(ctx, params.id),
  proxy: ({ body }, ctx) => askPlatform(ctx, body),
  proxyDownload: ({ body }, ctx) => downloadFile(ctx, body),

  async authInfo(_input, ctx) {
    const row = await ctx.db.selectFrom('insurance.connection').select(CONNECTION_COLUMNS).where('org_id', '=', ctx.user.orgId).executeTakeFirst();
    if (!row) throw new AppError('insurance.not-connected', { code: EnvelopeCode.NotFound });
    return {
      sysConfigInfo: {
        region: row.region,
        paasid: row.field_values.paasid ?? '',
        gatewayUrl: row.base_url,
        fixmedins_code: row.fixmedins_code,
        fixmedins_name: row.fixmedins_name,
        mdtrtarea_admvs: row.mdtrtarea_admvs,
        recer_sys_code: row.recer_sys_code,
        infver: row.infver,
        signedBy: 'server' as const,
        simulated: row.simulated,
      },
    };
  },
});
