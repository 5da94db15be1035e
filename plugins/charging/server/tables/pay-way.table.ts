import { column, defineTable } from '@nephra/plugin-sdk/server';

/** Ways to pay, the same everywhere. */
export const payWayTable = defineTable(
  'charging.pay_way',
  {
    code: column.text(40),
    kind: column.choice('cash', 'card', 'wechat', 'alipay', 'other'),
    nameZh: column.text(100),
    nameZhtw: column.text(100),
    nameEn: column.text(100),
    givesChange: column.flag(),
    needsReference: column.flag(),
    sortCode: column.int(0, 999_999),
    enabled: column.flag(),
  },
  { rowsStay: true, scope: 'installation', key: ['code'] },
);
