import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { messageKinds, serveRecord } from '@nephra/plugin-sdk/server';
import { messageTemplate, messageTemplateContract } from '../../contract/template/message-template.contract.ts';
import { templateParameters } from '../../domain/template/template-text.ts';
import type { Ctx, SystemDb } from '../tables/tables.ts';
import { messageTemplateTable } from '../tables/message-template.table.ts';
import { smsTemplateTable } from '../tables/sms-template.table.ts';
import { assertKindParameters } from './kind-parameters.ts';

const WAYS = ['isStationLetter', 'isEmail', 'isWecom', 'isDingTalk', 'isSms'] as const;
type Ways = Readonly<Record<(typeof WAYS)[number], boolean>>;

/** Names of the ways in the reader's language, joined as in a sentence. */
function waysText(row: Ways, language: Ctx['language']): string {
  const labels = messageTemplate.fields.flatMap(({ name, label }) => (WAYS.some((way) => way === name && row[way]) ? [label[language]] : []));
  return labels.join(language === 'en' ? ', ' : '、');
}

async function smsNames(ctx: Ctx, rows: readonly { readonly smsId: string | null }[]): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap(({ smsId }) => smsId ?? []);
  if (ids.length === 0) return new Map();
  const found = await smsTemplateTable.select(ctx, 'row').where('row.id', 'in', ids).execute();
  return new Map(found.map(({ id, templateName }) => [id, templateName]));
}

export const messageTemplateRoutes = serveRecord<SystemDb>()(messageTemplateContract, messageTemplateTable, {
  // All organisations read it.
  keeps: async (ctx) => ctx.user.isAdministrator,
  needs: WAYS,
  async shown(ctx, rows) {
    const names = await smsNames(ctx, rows);
    return rows.map((row) => ({
      noticeMethod: waysText(row, ctx.language),
      smsTemplateName: (row.smsId && names.get(row.smsId)) ?? '',
      templateJson: JSON.stringify(templateParameters(row.title, row.content).map((field) => ({ field, fieldName: field }))),
    }));
  },
  async check(ctx, { act, after }) {
    if (act === 'remove' || !after) return;
    if (!WAYS.some((way) => after[way]))
      throw new AppError('system.message-no-way', { code: EnvelopeCode.Invalid, fields: [{ path: 'isStationLetter', msg: '' }] });
    const outside = WAYS.some((way) => way !== 'isStationLetter' && after[way]);
    await assertKindParameters(ctx, { enCode: after.enCode, title: after.title, content: after.content, outside, smsId: after.isSms ? after.smsId : null });
  },
  more: {
    async kinds(_input, ctx) {
      const kinds = new Map(ctx.extensions(messageKinds).map(({ value }) => [value.code, value]));
      return {
        list: [...kinds.values()].map(({ code, title, params }) => ({
          ...{ code, title: title[ctx.language] },
          params: Object.entries(params).map(([name, reach]) => ({ name, personal: reach === 'personal' })),
        })),
      };
    },
    async selector(_input, ctx) {
      const rows = await messageTemplateTable
        .select(ctx, 'one')
        .where('one.enabled', '=', true)
        .orderBy('one.fullName')
        .orderBy('one.enCode')
        .orderBy('one.id')
        .execute();
      return { list: rows.map(({ id, enCode, fullName, title, category }) => ({ id, enCode, fullName, title, category })) };
    },
    async parameters({ params }, ctx) {
      const { title, content } = await messageTemplateTable.one(ctx, params.id);
      return Object.fromEntries(templateParameters(title, content).map((name) => [name, '']));
    },
  },
});
