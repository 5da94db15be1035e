import { type Clock, type Given, type Numbering, prepared } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { CoreTables } from '../tables/tables.ts';

/** What people read, and write down by hand. */
const MAX_DIGITS = 30;
const MAX_PREFIX = 100;
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
 * @throws RangeError for a format that no number has: it would fill the memory of the server
 */
export function numberSeries(db: Kysely<CoreTables>, clock: Clock): Numbering {
  return {
    async next(series, { prefix, date, digits, start = 1 }) {
      if (!(digits >= 0 && digits <= MAX_DIGITS) || prefix.length > MAX_PREFIX)
        throw new RangeError(`Numbers of the series ${series} have at most ${MAX_DIGITS} digits, and ${MAX_PREFIX} characters before them.`);
      const day = date ? clock.today().replaceAll('-', '').slice(0, DATE_LENGTH[date]) : '';
      const [row] = await countOn(db, { series, period: day, start: String(start) });
      if (!row) throw new Error(`the series ${series} gave no number`);
      return `${prefix}${day}${row.value.padStart(digits, '0')}`;
    },
  };
}
