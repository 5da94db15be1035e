import type { QuietHours } from '../../../domain/send/quiet-hours.ts';
import { quietTable } from '../../tables/outbox.table.ts';
import type { ReadCtx } from '../../tables/tables.ts';

/** Quiet hours of these people, of those who have some. */
export async function quietOf(ctx: Pick<ReadCtx, 'db'>, people: readonly string[]): Promise<ReadonlyMap<string, QuietHours>> {
  if (people.length === 0) return new Map();
  const rows = await quietTable
    .everywhere(ctx, 'when their receivers want quiet, for messages on their way', 'quiet')
    .where('quiet.userId', 'in', [...people])
    .execute();
  return new Map(rows.map(({ userId, quietOn, fromMinute, toMinute, zone }) => [userId, { on: quietOn, from: fromMinute, to: toMinute, zone }]));
}
