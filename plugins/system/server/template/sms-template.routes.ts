import { serveRecord } from '@nephra/plugin-sdk/server';
import { smsTemplateContract } from '../../contract/template/sms-template.contract.ts';
import { templateParameters } from '../../domain/template/template-text.ts';
import type { SystemDb } from '../tables/tables.ts';
import { smsTemplateTable } from '../tables/sms-template.table.ts';

export const smsTemplateRoutes = serveRecord<SystemDb>()(smsTemplateContract, smsTemplateTable, {
  more: {
    parameters: async ({ params }, ctx) => [...templateParameters((await smsTemplateTable.one(ctx, params.id)).content)],
    parametersOf: async ({ body }) => [...templateParameters(body.content)],
  },
});
