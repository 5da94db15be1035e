import { pick, serveRecord } from '@nephra/plugin-sdk/server';
import { smsTemplateContract } from '../../contract/template/sms-template.contract.ts';
import { templateParameters } from '../../domain/template/template-text.ts';
import type { SystemDb } from '../tables/tables.ts';
import { smsTemplateTable } from '../tables/sms-template.table.ts';
import { testSms } from './test-sms.ts';

export const smsTemplateRoutes = serveRecord<SystemDb>()(smsTemplateContract, smsTemplateTable, {
  // All organisations read it.
  keeps: async (ctx) => ctx.user.isAdministrator,
  more: {
    async selector(_input, ctx) {
      const rows = await smsTemplateTable.select(ctx, 'one').where('one.enabled', '=', true).orderBy('one.templateName').orderBy('one.id').execute();
      return { list: rows.map((row) => pick(row, 'id', 'templateName', 'templateId', 'company', 'signContent')) };
    },
    parameters: async ({ params }, ctx) => [...templateParameters((await smsTemplateTable.one(ctx, params.id)).content)],
    testSent: ({ body }, ctx) => testSms(ctx, body),
    parametersOf: async ({ body }) => [...templateParameters(body.content)],
  },
});
