import type { Clock, Numbering } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { CoreTables } from '../core/tables.ts';

const DATE_LENGTH = { yyyy: 4, yyyyMM: 6, yyyyMMdd: 8 } as const;

/**
 * Numbers that people read. The counter's row stays locked until the surrounding transaction ends, so a number is
 * either stored with its record or never was given out.
 */
export function numberSeries(db: Kysely<CoreTables>, clock: Clock): Numbering {
  return {
    async next(series, { prefix, date, digits }) {
      const day = date ? clock.today().replaceAll('-', '').slice(0, DATE_LENGTH[date]) : '';
      const row = await db
        .insertInto('core.number_series')
        .values({ series, period: day, value: '1' })
        .onConflict((conflict) => conflict.columns(['series', 'period']).doUpdateSet({ value: sql<string>`core.number_series.value + 1` }))
        .returning('value')
        .executeTakeFirstOrThrow();
      return `${prefix}${day}${row.value.padStart(digits, '0')}`;
    },
  };
}
