import { homeCard } from '@nephra/plugin-sdk/server';
import { stockWarnings } from './stock/item.query.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';
import { PHARMACY_MENU } from './queue-row-filter.ts';
import { listQueue } from './dispensing/queue.query.ts';

/** What a pharmacist starts the day with: prescriptions at each stage, and goods that want a look. */
export const pharmacyHomeCard = homeCard<PharmacyTables>({
  id: 'pharmacy',
  menu: PHARMACY_MENU,
  title: { zh: '药房', zhtw: '藥房', en: 'Pharmacy' },
  async read(ctx) {
    const { counts } = await listQueue(ctx, { stage: 'open', pageSize: 1 });
    const { expired, near, low } = await stockWarnings(ctx);
    const waiting = (key: string, value: number, zh: string, zhtw: string, en: string) =>
      ({ key, value, label: { zh, zhtw, en }, unit: 'count', tone: 'wait' }) as const;
    return {
      figures: [
        waiting('review', counts.review, '待审方', '待審方', 'To review'),
        waiting('pick', counts.pick, '待配药', '待調配', 'To pick'),
        waiting('dispense', counts.dispense + counts.rest, '待发药', '待發藥', 'To hand out'),
        { ...waiting('expired', expired, '过期批次', '過期批號', 'Expired lots'), tone: 'alarm' },
        waiting('near', near, '近效期批次', '近效期批號', 'Lots expiring soon'),
        { ...waiting('low', low, '低于下限', '低於下限', 'Below the minimum'), tone: 'alarm' },
      ],
    };
  },
});
