import { homeCard } from '@nephra/plugin-sdk/server';
import { ACTIVE_STATES, DOUBTFUL_STATES, OPEN_STATES } from '../../../domain/settlement/settlement-states.ts';
import type { InsuranceTables } from '../../insurance-tables.ts';
import { patientRowFilter, seenAmong } from '../../patient-row-filter.ts';
import { settlementTable } from '../../tables/settlement.table.ts';

/** What of the insurer waits for somebody: settlements of which nobody knows how they ended, and those that were begun and left. */
export const insuranceHomeCard = homeCard<InsuranceTables>({
  id: 'settlements',
  menu: 'his.insurance.cockpit',
  title: { zh: '医保结算', zhtw: '醫保結算', en: 'Insured settlements' },
  async read(ctx) {
    const active = await settlementTable
      .select(ctx)
      .clearSelect()
      .select(['row.state', 'row.patientId'])
      .where('row.state', 'in', [...ACTIVE_STATES])
      .execute();
    const rows = await seenAmong(patientRowFilter(ctx), active);
    const count = (states: readonly string[]): number => rows.filter(({ state }) => states.includes(state)).length;
    return {
      figures: [
        {
          key: 'doubtful',
          label: { zh: '结果未知', zhtw: '結果未知', en: 'In doubt' },
          unit: 'count',
          value: count(DOUBTFUL_STATES),
          tone: 'alarm',
        },
        {
          key: 'open',
          label: { zh: '已预结算未完成', zhtw: '已預結算未完成', en: 'Begun, not finished' },
          unit: 'count',
          value: count(OPEN_STATES.filter((state) => !(DOUBTFUL_STATES as readonly string[]).includes(state))),
          tone: 'wait',
        },
      ],
    };
  },
});
