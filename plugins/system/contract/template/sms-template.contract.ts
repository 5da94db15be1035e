import { get, post, Type } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, recordContract, STANDARD_FIELDS } from '@nephra/plugin-sdk/record';
import {
  MAX_MOBILES_TEXT,
  MAX_SMS_TEXT,
  MAX_SMS_VALUE,
  MAX_TEMPLATE_CODE,
  MAX_TEMPLATE_NAME,
  MESSAGE_TEMPLATE_MENU,
  SMS_TEMPLATE_MENU,
} from './template-limits.ts';

/** Text messages as a provider has approved them (wire facts 15, SmsTemplate; spec 2.5-05). They are of the whole installation. */
export const smsTemplate = defineRecord('system.smsTemplate', {
  title: ['短信模板', '簡訊範本', 'Text message template'],
  menu: SMS_TEMPLATE_MENU,
  wire: { at: '/api/system/SmsTemplate' },
  subject: 'sms-template',
  fields: {
    templateName: field.text(MAX_TEMPLATE_NAME).required().label('模板名称', '範本名稱', 'Name'),
    /** 1 Ali, 2 Tencent. */
    company: field
      .oneOf(['1', '阿里云短信', '阿里雲簡訊', 'Ali Cloud'], ['2', '腾讯云短信', '騰訊雲簡訊', 'Tencent Cloud'])
      .required()
      .initial('1')
      .label('短信厂家', '簡訊業者', 'Provider'),
    /** Ali Cloud writes `SMS_154950909`, Tencent Cloud `449739`. */
    templateId: field
      .text(MAX_TEMPLATE_CODE)
      .required()
      .help('厂家审核通过后给出的编号', '業者審核通過後給出的編號', 'as the provider gave it')
      .label('模板编号', '範本編號', 'Template no.'),
    appId: field.text(MAX_TEMPLATE_CODE).when({ show: "company = '2'", require: "company = '2'" }).label('应用编号', '應用編號', 'App ID'),
    signContent: field.text(MAX_TEMPLATE_NAME).required().label('签名内容', '簽名內容', 'Signature'),
    content: field
      .note(MAX_SMS_TEXT)
      .required()
      .span(2)
      .help('与厂家审核的文本一致，参数写作 {参数名}', '與業者審核的文字一致，參數寫作 {參數名}', 'as approved; a parameter is written {name}')
      .label('短信内容', '簡訊內容', 'Text'),
    enabledMark: STANDARD_FIELDS.enabledMark,
  },
  list: {
    shared: true,
    columns: ['templateName', 'company', 'templateId', 'signContent', 'content', 'enabledMark', '-lastModifyTime'],
    sort: ['templateName', 'templateId'],
    keyword: ['templateName', 'templateId', 'content'],
    filter: ['company', 'enabledMark'],
    order: 'templateName',
  },
  form: { fields: ['templateName', 'company', 'templateId', 'appId', 'signContent', 'content'] },
  acts: { create: {}, edit: {}, remove: {}, state: {}, copy: {}, export: {}, import: { key: 'templateId' } },
  buttons: { btn_preview: ['预览', '預覽', 'Preview'], btn_test: ['发送测试', '傳送測試', 'Send a test'] },
});

/** Names of parameters in the order in which they are first named. */
const names = Type.Array(Type.String());
const need = `perm:${SMS_TEMPLATE_MENU}` as const;
const id = Type.String({ minLength: 1, maxLength: 64 });

export const smsTemplateContract = recordContract(smsTemplate, {
  selector: get('/api/system/SmsTemplate/Selector', {
    summary: 'Templates that are enabled, for whoever chooses one for a message',
    need: { anyOf: [need, `perm:${MESSAGE_TEMPLATE_MENU}`] },
    audit: 'none',
    reply: Type.Object({
      list: Type.Array(
        Type.Object({ id: Type.String(), templateName: Type.String(), templateId: Type.String(), company: Type.String(), signContent: Type.String() }),
      ),
    }),
  }),
  parameters: get('/api/system/SmsTemplate/getTemplate/{id}', {
    summary: 'Parameters that the text of a template names',
    need,
    audit: 'none',
    params: Type.Object({ id }),
    reply: names,
  }),
  parametersOf: post('/api/system/SmsTemplate/getTemplate', {
    summary: 'Parameters that a text names, before it is saved',
    need,
    audit: 'none',
    retry: 'natural',
    body: Type.Object({ content: Type.String({ maxLength: MAX_SMS_TEXT }) }),
    reply: names,
  }),
  /**
   * Sends what is kept to at most `MAX_TEST_MOBILES` numbers of the mainland, by the provider of the page of configuration: each costs what it costs.
   * Members as the platform names them: `phoneNumbers` is comma text, `parameters` by name.
   * @throws `core.system-only`, `system.sms-mobile` (at `phoneNumbers`), `system.sms-parameter`, `system.sms-off`, `system.sms-not-set-up`, `system.sms-not-listed`
   */
  testSent: post('/api/system/SmsTemplate/testSent', {
    summary: 'Send a template to some numbers',
    need: `${need}:btn_test`,
    audit: 'security',
    retry: 'idempotent-key',
    transaction: 'own',
    body: Type.Object({
      id,
      phoneNumbers: Type.String({ minLength: 1, maxLength: MAX_MOBILES_TEXT }),
      parameters: Type.Record(Type.String({ maxLength: MAX_TEMPLATE_CODE }), Type.String({ maxLength: MAX_SMS_VALUE })),
    }),
    /** What the provider said of each; `sent` false with its words. */
    reply: Type.Object({ list: Type.Array(Type.Object({ mobile: Type.String(), sent: Type.Boolean(), said: Type.String() })) }),
  }),
});
