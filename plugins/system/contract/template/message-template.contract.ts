import { get, Type } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, recordContract, STANDARD_FIELDS, shown } from '@nephra/plugin-sdk/record';
import { MAX_MESSAGE_TEXT, MAX_MESSAGE_TITLE, MAX_TEMPLATE_CODE, MAX_TEMPLATE_NAME, MESSAGE_TEMPLATE_MENU } from './template-limits.ts';

/** Messages that plugins and tasks send, and by which ways (wire facts 15, MessageTemplate; spec 2.5-05). They are of the whole installation. */
export const messageTemplate = defineRecord('system.messageTemplate', {
  title: ['消息模板', '訊息範本', 'Message template'],
  menu: MESSAGE_TEMPLATE_MENU,
  wire: { at: '/api/system/MessageTemplate' },
  subject: 'message-template',
  fields: {
    fullName: field.text(MAX_TEMPLATE_NAME).required().label('模板名称', '範本名稱', 'Name'),
    /** What plugins name it by; the platform has none, so it is issued where nobody types one. */
    enCode: field.code(MAX_TEMPLATE_CODE).numbered({ prefix: 'MT', digits: 4, mayBeTyped: true }).label('模板编码', '範本代碼', 'Code'),
    category: field
      .oneOf(['1', '普通', '普通', 'Normal'], ['2', '重要', '重要', 'Important'], ['3', '紧急', '緊急', 'Urgent'])
      .required()
      .initial('1')
      .label('消息级别', '訊息級別', 'Urgency'),
    title: field.text(MAX_MESSAGE_TITLE).required().span(2).label('消息标题', '訊息標題', 'Title'),
    content: field
      .note(MAX_MESSAGE_TEXT)
      .required()
      .span(2)
      .help('参数写作 {参数名}，发送时换成实际内容', '參數寫作 {參數名}，傳送時換成實際內容', 'a parameter is written {name} and filled in when it is sent')
      .label('消息内容', '訊息內容', 'Text'),
    isStationLetter: field.flag().initial(1).label('站内信', '站內信', 'In the product'),
    isEmail: field.flag().label('邮件', '郵件', 'Mail'),
    isWecom: field.flag().label('企业微信', '企業微信', 'WeCom'),
    isDingTalk: field.flag().label('钉钉', '釘釘', 'DingTalk'),
    isSms: field.flag().label('短信', '簡訊', 'Text message'),
    smsId: field
      .relation('system.smsTemplate', { onDisable: 'refuse' })
      .when({ show: 'isSms', require: 'isSms' })
      .label('短信模板', '簡訊範本', 'Text message template'),
    enabledMark: STANDARD_FIELDS.enabledMark,
  },
  shown: {
    /** Its ways in the reader's language. */
    noticeMethod: shown.text('通知方式', '通知方式', 'Sent by'),
    smsTemplateName: shown.text(),
    /** JSON, `[{field, fieldName}]`: parameters of title and text. */
    templateJson: shown.text(),
  },
  list: {
    shared: true,
    columns: ['fullName', 'enCode', 'category', 'title', 'noticeMethod', 'enabledMark', '-lastModifyTime'],
    sort: ['fullName', 'enCode'],
    keyword: ['fullName', 'enCode', 'title'],
    filter: ['category', 'enabledMark'],
    order: 'fullName',
  },
  form: { fields: ['fullName', 'enCode', 'category', 'title', 'content', 'isStationLetter', 'isEmail', 'isWecom', 'isDingTalk', 'isSms', 'smsId'] },
  acts: { create: {}, edit: {}, remove: {}, state: {}, copy: {}, export: {} },
  buttons: { btn_preview: ['预览', '預覽', 'Preview'] },
});

export const messageTemplateContract = recordContract(messageTemplate, {
  /** A template with the code of a kind says what that kind says outside, and which ways it takes. */
  kinds: get('/api/system/MessageTemplate/Actions/Kinds', {
    summary: 'Kinds of messages that plugins send, with their parameters',
    need: `perm:${MESSAGE_TEMPLATE_MENU}`,
    audit: 'none',
    reply: Type.Object({
      list: Type.Array(
        Type.Object({ code: Type.String(), title: Type.String(), params: Type.Array(Type.Object({ name: Type.String(), personal: Type.Boolean() })) }),
      ),
    }),
  }),
  selector: get('/api/system/MessageTemplate/Selector', {
    summary: 'Templates in use that can be chosen, for dropdowns',
    need: 'session',
    audit: 'none',
    reply: Type.Object({
      list: Type.Array(Type.Object({ id: Type.String(), enCode: Type.String(), fullName: Type.String(), title: Type.String(), category: Type.String() })),
    }),
  }),
  parameters: get('/api/system/MessageTemplate/getTemplate/{id}', {
    summary: 'Parameters of title and text, each with an empty value',
    need: `perm:${MESSAGE_TEMPLATE_MENU}`,
    audit: 'none',
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
    reply: Type.Record(Type.String(), Type.String()),
  }),
});
