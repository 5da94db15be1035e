import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { implement } from '@nephra/plugin-sdk/server';
import { exchangeContract } from '../../contract/index.ts';
import { connectionOf } from '../client/connection-reader.ts';
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
    const row = await connectionOf(ctx, ctx.user.orgId);
    if (!row) throw new AppError('insurance.not-connected', { code: EnvelopeCode.NotFound });
    return {
      sysConfigInfo: {
        region: row.region,
        paasid: row.fieldValues.paasid ?? '',
        gatewayUrl: row.baseUrl,
        fixmedins_code: row.fixmedinsCode,
        fixmedins_name: row.fixmedinsName,
        mdtrtarea_admvs: row.mdtrtareaAdmvs,
        recer_sys_code: row.recerSysCode,
        infver: row.infver,
        signedBy: 'server' as const,
        simulated: row.simulated,
      },
    };
  },
});
