import { type NumberUse, numberUse } from '@nephra/plugin-sdk/server';
import type { PharmacyTables } from './pharmacy-tables.ts';

/** Numbers of papers of the stock: a site may give them by rules of its own. Without one each facility has a count. */
export const RECEIPT_NUMBER: NumberUse = {
  code: 'pharmacy.receipt',
  title: { zh: '入库单号', zhtw: '入庫單號', en: 'Goods receipt number' },
  maxLength: 64,
  format: { prefix: 'RK', date: 'yyyyMMdd', digits: 4 },
};
export const COUNT_NUMBER: NumberUse = {
  code: 'pharmacy.count',
  title: { zh: '盘点单号', zhtw: '盤點單號', en: 'Stock count number' },
  maxLength: 64,
  format: { prefix: 'PD', date: 'yyyyMMdd', digits: 3 },
};

export const stockNumberUses = [numberUse<PharmacyTables>(RECEIPT_NUMBER), numberUse<PharmacyTables>(COUNT_NUMBER)];
