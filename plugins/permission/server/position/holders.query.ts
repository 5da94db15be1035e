import { type RawBuilder, type SqlBool, sql } from '@nephra/plugin-sdk/server';
import { assertUnused, type Ctx } from '../permission-call.ts';
import type { PositionStored } from '../tables/position.table.ts';

/**
 * How many people hold each position; one that nobody holds is missing.
 * @param seen only people (alias `person`) that this lets through
 */
export async function holdersOf(ctx: Ctx, ids: readonly string[], seen: RawBuilder<SqlBool> = sql`true`): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  // rows: people are narrowed by `seen`, of whoever asks
  const rows = await ctx.db
    .selectFrom('core.user_position as link')
    .innerJoin('core.user_account as person', 'person.id', 'link.user_id')
    .select((eb) => ['link.position_id', eb.fn.countAll<string>().as('count')])
    .where('link.position_id', 'in', ids)
    .where('person.deleted_at', 'is', null)
    .where(seen)
    .groupBy('link.position_id')
    .execute();
  return new Map(rows.map((row) => [row.position_id, Number(row.count)]));
}

/** @throws AppError `permission.in-use` while anybody holds it, seen or not */
export async function assertNobodyHolds(ctx: Ctx, { id, fullName }: PositionStored): Promise<void> {
  assertUnused(ctx, fullName, { person: (await holdersOf(ctx, [id])).get(id) ?? 0 });
}
