import { Type } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, type RecordRow, recordContract, STANDARD_FIELDS } from '@nephra/plugin-sdk/record';
import { MAX_COMMENT, MAX_COMMON_FIELDS, MAX_LENGTH_TEXT, MAX_SITE_NAME, MODEL_MENU } from './model-limits.ts';

/**
 * Columns that many tables of a site want, kept once and put into the table that is being made (wire facts 15, CommonFields; spec 2.5-06). They are of the whole
 * installation and stand behind the page of tables.
 */
export const commonField = defineRecord('data.commonField', {
  title: ['常用字段', '常用欄位', 'Common column'],
  menu: MODEL_MENU,
  wire: { at: '/api/system/CommonFields', spec: ['2.5-06'] },
  subject: 'common-field',
  fields: {
    field: field
      .text(MAX_SITE_NAME)
      .required()
      .help('小写字母开头，可含数字和下划线', '小寫字母開頭，可含數字和底線', 'small letters, digits and underscores, beginning with a letter')
      .label('字段名', '欄位名稱', 'Column'),
    fieldName: field.text(MAX_COMMENT).label('字段说明', '欄位說明', 'Description'),
    dataType: field
      .oneOf(
        ['varchar', '短文本 varchar', '短文字 varchar', 'Short text, varchar'],
        ['int', '整数 int', '整數 int', 'Whole number, int'],
        ['datetime', '日期时间 datetime', '日期時間 datetime', 'Date and time, datetime'],
        ['decimal', '小数 decimal', '小數 decimal', 'Decimal number, decimal'],
        ['bigint', '长整数 bigint', '長整數 bigint', 'Large whole number, bigint'],
        ['text', '长文本 text', '長文字 text', 'Long text, text'],
      )
      .required()
      .initial('varchar')
      .label('类型', '類型', 'Type'),
    dataLength: field
      .text(MAX_LENGTH_TEXT)
      .help('短文本 1 至 4000，小数如 18,2', '短文字 1 至 4000，小數如 18,2', '1 to 4000 of short text; 18,2 of a decimal')
      .label('长度', '長度', 'Length'),
    allowNull: field.flag(['可空', '可空', 'May be empty'], ['必填', '必填', 'Never empty']).initial(1).label('可空', '可空', 'May be empty'),
    sortCode: STANDARD_FIELDS.sortCode,
  },
  list: {
    columns: ['field', 'fieldName', 'dataType', 'dataLength', 'allowNull', '-sortCode', '-lastModifyTime'],
    sort: ['field', 'fieldName', 'sortCode'],
    keyword: ['field', 'fieldName'],
    filter: ['dataType'],
    order: 'sortCode',
    shared: true,
  },
  acts: { create: {}, edit: {}, remove: {} },
});
export interface CommonFieldRow extends RecordRow<typeof commonField> {}

const contract = recordContract(commonField);
const { list } = contract.routes;
const { properties } = list.query as unknown as { readonly properties: object };
/** Clients of the platform ask for all of them at once, and name no page. */
const pageSize = Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: MAX_COMMON_FIELDS }));

export const commonFieldContract: typeof contract = {
  ...contract,
  routes: { ...contract.routes, list: { ...list, query: { ...list.query, properties: { ...properties, pageSize } } as typeof list.query } },
};
