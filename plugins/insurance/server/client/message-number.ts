import { type Kysely, sql } from '@nephra/plugin-sdk/server';
import { facilityPart, LAST_SEQUENCE, messageNumber, stampOf } from '../../domain/exchange/envelope.ts';
import type { InsuranceTables } from '../insurance-tables.ts';

/**
 * A message number that nobody else has or will get. It takes its time from the clock unless that was given out already: a clock that
 * goes back, a second server and more than 9999 messages in a second only make it run ahead.
 */
export async function nextMessageNumber(db: Kysely<InsuranceTables>, fixmedinsCode: string, instant: number): Promise<string> {
  const facility = facilityPart(fixmedinsCode);
  const stamp = stampOf(instant);
  const counted = await sql<{ stamp: string; sequence: number }>`
    insert into insurance.message_counter as counter (facility, stamp, sequence) values (${facility}, ${stamp}, 1)
    on conflict (facility) do update set
      stamp = case
        when excluded.stamp > counter.stamp then excluded.stamp
        when counter.sequence < ${LAST_SEQUENCE} then counter.stamp
        else to_char(to_timestamp(counter.stamp, 'YYYYMMDDHH24MISS') + interval '1 second', 'YYYYMMDDHH24MISS')
      end,
      sequence = case when excluded.stamp > counter.stamp or counter.sequence >= ${LAST_SEQUENCE} then 1 else counter.sequence + 1 end
    returning stamp, sequence`.execute(db);
  const [row] = counted.rows;
  if (!row) throw new Error('the message counter gave no number');
  return messageNumber(fixmedinsCode, row.stamp, row.sequence);
}
