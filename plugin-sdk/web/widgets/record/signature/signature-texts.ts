import type { TextTable } from '../../columns/text-table.ts';

/** Texts of the control of signatures; they come with it. */
export const SIGNATURE_TEXTS = {
  draw: { zh: '请在此处签名', zhtw: '請在此處簽名', en: 'Sign here' },
  name: { zh: '或输入姓名签署', zhtw: '或輸入姓名簽署', en: 'Or sign by typing your name' },
  adopt: { zh: '采用签名', zhtw: '採用簽名', en: 'Use signature' },
  clear: { zh: '清除', zhtw: '清除', en: 'Clear' },
  again: { zh: '重新签名', zhtw: '重新簽名', en: 'Sign again' },
  failed: { zh: '签名没有保存，请重试', zhtw: '簽名沒有儲存，請重試', en: 'The signature was not stored; try again' },
  signed: { zh: '已签名', zhtw: '已簽名', en: 'Signed' },
} as const satisfies TextTable;
