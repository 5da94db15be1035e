import { implement } from '@nephra/plugin-sdk/server';
import { exchangeContract } from '../../contract/index.ts';
import { readConnection } from '../client/connection-reader.ts';
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
    const { connection, simulated } = await readConnection(ctx, ctx.user.orgId);
    return {
      sysConfigInfo: {
        region: connection.region,
        paasid: connection.values.paasid ?? '',
        gatewayUrl: connection.baseUrl,
        fixmedins_code: connection.fixmedinsCode,
        fixmedins_name: connection.fixmedinsName,
        mdtrtarea_admvs: connection.mdtrtareaAdmvs,
        recer_sys_code: connection.recerSysCode,
        infver: connection.infver,
        signedBy: 'server' as const,
        simulated,
      },
    };
  },
});
