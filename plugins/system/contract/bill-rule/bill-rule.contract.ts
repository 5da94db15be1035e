import { fileLink, get, post, Type, uploadBody } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, recordContract, STANDARD_FIELDS, shown } from '@nephra/plugin-sdk/record';
import { MAX_CODE } from '../limits.ts';

/** Characters of a rule's name and of its prefix, digits of its count, and digits of the number that it begins with. */
const MAX_RULE_NAME = 50;
export const MAX_PREFIX = 20;
export const MAX_DIGITS = 12;
const MAX_START_DIGITS = 9;

/** Rules by which papers and files are numbered (spec 7.14). They are of the whole installation: one count, whatever organisation asks. */
export const billRule = defineRecord('system.billRule', {
  title: ['单据规则', '單據規則', 'Number rule'],
  wire: { at: '/api/system/BillRule', spec: ['7.14-01', '7.14-02', '2.5-05'] },
  subject: 'bill-rule',
  fields: {
    fullName: field.text(MAX_RULE_NAME).required().label('规则名称', '規則名稱', 'Name'),
    enCode: field.code(MAX_CODE).required().label('规则编码', '規則代碼', 'Code'),
    prefix: field.code(MAX_PREFIX).label('前缀', '前綴', 'Prefix'),
    dateFormat: field
      .oneOf(
        ['yyyyMMdd', '年月日，每天重新计数', '年月日，每天重新計數', 'Year, month and day; counts anew each day'],
        ['yyyyMM', '年月，每月重新计数', '年月，每月重新計數', 'Year and month; counts anew each month'],
        ['yyyy', '年，每年重新计数', '年，每年重新計數', 'Year; counts anew each year'],
        ['no', '无，一直计数', '無，一直計數', 'None; never counts anew'],
      )
      .required()
      .initial('yyyyMMdd')
      .label('日期部分', '日期部分', 'Date part'),
    digit: field
      .int(1, MAX_DIGITS)
      .initial(4)
      .label('流水位数', '流水位數', 'Digits')
      .help('流水号不足时补零，用完后自动多一位', '流水號不足時補零，用完後自動多一位', 'Filled up with zeros; one more where they do not suffice'),
    startNumber: field
      .text(MAX_START_DIGITS, 'digits')
      .required()
      .initial('1')
      .label('起始值', '起始值', 'Begins with')
      .help('调低不影响已发的号，不会重号', '調低不影響已發的號，不會重號', 'A lower one than was given counts on from there: no number comes twice'),
    ...STANDARD_FIELDS,
  },
  shown: {
    /** The first number of today. */
    example: shown.text('示例', '範例', 'Example'),
    /** The number that was given last; empty while none was. */
    outputNumber: shown.text('最近发出', '最近發出', 'Given last'),
    /** What a plugin numbers by it, in the reader's language; empty where it is a rule of the site. */
    usedFor: shown.text('用于', '用於', 'Numbers'),
    creatorUser: shown.text('创建人', '建立人', 'Made by'),
  },
  list: {
    columns: ['fullName', 'enCode', 'usedFor', 'example', 'outputNumber', 'enabledMark', '-prefix', '-dateFormat', '-sortCode', '-description', '-creatorUser'],
    sort: ['fullName', 'enCode', 'sortCode', 'creatorTime'],
    keyword: ['fullName', 'enCode'],
    filter: ['enabledMark'],
    shared: true,
  },
  acts: { create: {}, edit: {}, remove: {}, state: {} },
  buttons: { btn_download: ['导出', '匯出', 'Export'], btn_upload: ['导入', '匯入', 'Import'] },
});

const id = Type.String({ minLength: 1, maxLength: 64 });
const code = Type.String({ minLength: 1, maxLength: MAX_CODE });

export const billRuleContract = recordContract(billRule, {
  selector: get('/api/system/BillRule/Selector', {
    summary: 'Rules that can be chosen, for dropdowns',
    need: 'session',
    audit: 'none',
    reply: Type.Object({ list: Type.Array(Type.Object({ id: Type.String(), enCode: Type.String(), fullName: Type.String() })) }),
    spec: ['7.14-04', '2.6-13'],
  }),
  number: get('/api/system/BillRule/BillNumber/{code}', {
    summary: 'The next number of a rule, given once over all servers; the same person reads the same one for three minutes. 404: no such rule, or it is off',
    need: 'session',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ code }),
    reply: Type.String(),
    spec: ['7.14-03'],
  }),
  exportFile: get('/api/system/BillRule/{id}/Action/Export', {
    summary: 'A rule as a JSON file; its counts stay here',
    need: 'perm:system.billRule:btn_download',
    audit: 'export',
    raw: true,
    link: true,
    params: Type.Object({ id }),
    reply: fileLink,
    spec: ['7.14-03'],
  }),
  importFile: post('/api/system/BillRule/Action/Import', {
    summary: 'A rule from such a file: one with the same code is changed, otherwise it is added',
    need: 'perm:system.billRule:btn_upload',
    audit: 'write',
    retry: 'natural',
    transaction: 'own',
    encoding: 'multipart',
    body: uploadBody,
    reply: Type.Object({ id: Type.String(), change: Type.Union([Type.Literal('created'), Type.Literal('edited'), Type.Literal('unchanged')]) }),
  }),
});
