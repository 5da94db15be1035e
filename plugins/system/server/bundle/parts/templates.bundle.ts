import { Type } from '@nephra/plugin-sdk/contract';
import { bundlePart, bundleRecordFields, writeBundleRecord } from '@nephra/plugin-sdk/server';
import { messageTemplate } from '../../../contract/template/message-template.contract.ts';
import { smsTemplate } from '../../../contract/template/sms-template.contract.ts';
import { messageTemplateTable } from '../../tables/message-template.table.ts';
import { smsTemplateTable } from '../../tables/sms-template.table.ts';
import type { Ctx, SystemDb } from '../../tables/tables.ts';
import { messageTemplateRoutes } from '../../template/message-template.routes.ts';
import { smsTemplateRoutes } from '../../template/sms-template.routes.ts';
import { flag, missing, wanted } from './record-entries.ts';

const text = Type.String();
const whole = Type.Integer();
const strict = { additionalProperties: false } as const;
const every = (): boolean => true;

const smsByCode = (ctx: Ctx, code: string) => smsTemplateTable.select(ctx, 'one').where('one.templateId', '=', code).executeTakeFirst();

/** Text messages, by the number that their provider gave them. */
export const smsTemplates = bundlePart<SystemDb>({
  id: 'sms-templates',
  title: { zh: '短信模板', zhtw: '簡訊範本', en: 'SMS templates' },
  format: 1,
  fields: bundleRecordFields(smsTemplate, ['templateName', 'company', 'appId', 'signContent', 'content', 'enabledMark']),
  values: Type.Object({ templateName: text, company: text, appId: text, signContent: text, content: text, enabledMark: whole }, strict),
  async rows(ctx, codes) {
    const rows = await smsTemplateTable.select(ctx, 'one').orderBy('one.templateId').execute();
    const all = rows.map(({ templateName, company, templateId, appId, signContent, content, enabled }) => ({
      code: templateId,
      name: templateName,
      values: { templateName, company, appId, signContent, content, enabledMark: flag(enabled) },
    }));
    return wanted(all, codes, every);
  },
  writer: async (ctx) => async (row) =>
    await writeBundleRecord(ctx, smsTemplateRoutes, (await smsByCode(ctx, row.code))?.id, { ...row.values, templateId: row.code }),
});

const WAYS = ['isStationLetter', 'isEmail', 'isWecom', 'isDingTalk', 'isSms'] as const;

/** Messages; the text message that one goes as is named by its number. */
export const messageTemplates = bundlePart<SystemDb>({
  id: 'message-templates',
  title: { zh: '消息模板', zhtw: '訊息範本', en: 'Message templates' },
  format: 1,
  after: ['system.sms-templates'],
  fields: {
    ...bundleRecordFields(messageTemplate, ['fullName', 'category', 'title', 'content', ...WAYS, 'enabledMark']),
    sms: { label: { zh: '短信模板', zhtw: '簡訊範本', en: 'SMS template' } },
  },
  values: Type.Object(
    {
      fullName: text,
      category: text,
      title: text,
      content: text,
      isStationLetter: whole,
      isEmail: whole,
      isWecom: whole,
      isDingTalk: whole,
      isSms: whole,
      sms: text,
      enabledMark: whole,
    },
    strict,
  ),
  async rows(ctx, codes) {
    const rows = await messageTemplateTable.select(ctx, 'one').orderBy('one.enCode').execute();
    const sms = new Map((await smsTemplateTable.select(ctx, 'one').execute()).map(({ id, templateId }) => [id, templateId]));
    const all = rows.map((row) => ({
      code: row.enCode,
      name: row.fullName,
      values: {
        fullName: row.fullName,
        category: row.category,
        title: row.title,
        content: row.content,
        isStationLetter: flag(row.isStationLetter),
        isEmail: flag(row.isEmail),
        isWecom: flag(row.isWecom),
        isDingTalk: flag(row.isDingTalk),
        isSms: flag(row.isSms),
        sms: (row.smsId && sms.get(row.smsId)) ?? '',
        enabledMark: flag(row.enabled),
      },
    }));
    return wanted(all, codes, every);
  },
  writer: async (ctx) => async (row) => {
    const { sms, ...values } = row.values;
    const found = sms === '' ? undefined : await smsByCode(ctx, String(sms));
    if (sms !== '' && !found) throw missing(String(sms));
    const stored = await messageTemplateTable.select(ctx, 'one').where('one.enCode', '=', row.code).executeTakeFirst();
    await writeBundleRecord(ctx, messageTemplateRoutes, stored?.id, { ...values, enCode: row.code, smsId: found?.id ?? '' });
  },
});
