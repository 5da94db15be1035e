import { type Clock, type Given, type Numbering, prepared } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { CoreTables } from '../tables/tables.ts';

const DATE_LENGTH = { yyyy: 4, yyyyMM: 6, yyyyMMdd: 8 } as const;

const countOn = prepared((db: Kysely<CoreTables>, given: Given<{ series: string; period: string; start: string }>) =>
  db
    .insertInto('core.number_series')
    .values({ series: given('series'), period: given('period'), value: sql<string>`${given('start')}::bigint` })
    .onConflict((conflict) =>
      conflict.columns(['series', 'period']).doUpdateSet({ value: sql<string>`greatest(core.number_series.value + 1, ${given('start')}::bigint)` }),
    )
    .returning('value'),
);

/**
 * Numbers that people read. The counter's row stays locked until the surrounding transaction ends, so a number is
 * either stored with its record or never was given out.
 */
export function numberSeries(db: Kysely<CoreTables>, clock: Clock): Numbering {
  return {
    async next(series, { prefix, date, digits, start = 1 }) {
      const day = date ? clock.today().replaceAll('-', '').slice(0, DATE_LENGTH[date]) : '';
      const [row] = await countOn(db, { series, period: day, start: String(start) });
      if (!row) throw new Error(`the series ${series} gave no number`);
      return `${prefix}${day}${row.value.padStart(digits, '0')}`;
    },
  };
}
