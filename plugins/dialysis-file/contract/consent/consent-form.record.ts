import { defineRecord, field, recordContract, STANDARD_FIELDS } from '@nephra/plugin-sdk/record';
import { MAX_FORM_VERSION } from '../limits.ts';

/**
 * Texts of consents of a facility: which version of which one is given to patients, from when until when. A consent names its version; versions that are no longer given
 * stay, for people signed them.
 */
export const consentForm = defineRecord('dialysis-file.consentForm', {
  title: ['知情同意书文本', '知情同意書文本', 'Consent texts'],
  menu: 'his.dialysisConsentForm',
  wire: { at: '/api/his/dialysis-consent-form' },
  subject: 'dialysis-consent-form',
  fields: {
    kind: field
      .oneOf(
        ['dialysis', '血液净化治疗', '血液淨化治療', 'Dialysis'],
        ['catheter', '中心静脉置管', '中心靜脈置管', 'Catheter'],
        ['reuse', '透析器复用', '透析器複用', 'Re-use of dialysers'],
        ['mode-change', '变更透析方式', '變更透析方式', 'Change of mode'],
        ['own-drugs', '目录外用药', '目錄外用藥', 'Drugs outside the list'],
        ['data', '智能辅助与数据使用', '智慧輔助與資料使用', 'Use of AI and data'],
      )
      .required()
      .label('内容', '內容', 'Consent'),
    versionNo: field.text(MAX_FORM_VERSION).required().label('版本', '版本', 'Version'),
    fromDay: field.day().required().label('启用日期', '啟用日期', 'Given from'),
    toDay: field
      .day()
      .label('停用日期', '停用日期', 'Given until')
      .help('最后一天；留空表示仍在使用', '最後一天；留空表示仍在使用', 'The last day; empty: still given'),
    /** What patients are given to read and sign, as it was approved. */
    papers: field
      .files(3, { limit: 20, accept: '.pdf,.doc,.docx' })
      .label('同意书文件', '同意書檔案', 'Document')
      .help('经审批的同意书原文，供打印和查阅', '經核准的同意書原文，供列印和查閱', 'The approved text, to print and to look up'),
    description: STANDARD_FIELDS.description,
  },
  list: {
    columns: ['kind', 'versionNo', 'fromDay', 'toDay', 'papers', 'description'],
    sort: ['fromDay', 'toDay', 'versionNo'],
    order: '-fromDay',
    keyword: ['versionNo', 'description'],
    filter: ['kind', 'papers', 'fromDay'],
  },
  acts: { create: {}, edit: {}, remove: {} },
});
export const consentFormContract = recordContract(consentForm);
