import { DAY_MS, dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import { dataRights, homeCard } from '@nephra/plugin-sdk/server';
import { PayStatus, RxStatus } from '../contract/index.ts';
import { prescriptionLedgerOf } from './ledger/prescription.ledger.ts';
import type { PrescriptionDb } from './tables.ts';

const MENU = 'his.prescription';
/** Older ones are not today's work any more; the list has them. */
const LATELY_DAYS = 7;

/** What a doctor starts the day with: drafts that nobody confirmed, and how many prescriptions there are already. */
export const prescriptionHomeCard = homeCard<PrescriptionDb>({
  id: 'prescriptions',
  menu: MENU,
  title: { zh: '处方', zhtw: '處方', en: 'Prescriptions' },
  async read(ctx) {
    const ledger = prescriptionLedgerOf(ctx);
    const today = ctx.clock.today();
    const before = (days: number): string => dayOf(parseDay(today) - days * DAY_MS);
    const rowFilter = { orgIds: ctx.user.orgIds, rights: dataRights(ctx, MENU) };
    const count = async (startDate: string, endDate: string, state: { rxStatus?: RxStatus[] } = {}): Promise<number> => {
      const totals = await ledger.stateTotals({ ...rowFilter, ...state, startDate, endDate });
      return totals.filter(({ payStatus }) => payStatus !== PayStatus.Void).reduce((sum, one) => sum + one.count, 0);
    };
    const lately = before(LATELY_DAYS - 1);
    return {
      figures: [
        {
          key: 'drafts',
          label: { zh: '近 7 天未确认', zhtw: '近 7 天未確認', en: 'Unconfirmed, last 7 days' },
          unit: 'count',
          value: await count(lately, today, { rxStatus: [RxStatus.New] }),
          tone: 'wait',
        },
        {
          key: 'refused',
          label: { zh: '近 7 天药房退回', zhtw: '近 7 天藥房退回', en: 'Sent back by the pharmacy, last 7 days' },
          unit: 'count',
          value: await count(lately, today, { rxStatus: [RxStatus.RefusedByPharmacist] }),
          tone: 'alarm',
        },
        {
          key: 'today',
          label: { zh: '今日处方', zhtw: '今日處方', en: 'Written today' },
          unit: 'count',
          value: await count(today, today),
          yesterday: await count(before(1), before(1)),
        },
      ],
    };
  },
});
