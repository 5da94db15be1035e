import type { UserId } from '@nephra/plugin-sdk/contract';
import type { ReadCtx } from '../../tables/tables.ts';

/** Addresses of one sort of those of these people who are in use, and have one that looks like one. */
export async function addressesOf(
  ctx: Pick<ReadCtx, 'db'>,
  people: readonly UserId[],
  column: 'email' | 'mobile',
  fits: (address: string) => boolean,
): Promise<ReadonlyMap<UserId, string>> {
  if (people.length === 0) return new Map();
  // rows: receivers of messages; no person reads their addresses here
  const rows = await ctx.db
    .selectFrom('core.user_account as account')
    .select(['account.id', `account.${column} as address` as const])
    .where('account.id', 'in', [...people])
    .where('account.deleted_at', 'is', null)
    .where('account.enabled', '=', true)
    .execute();
  return new Map(rows.map(({ id, address }) => [id as UserId, address.trim()] as const).filter(([, address]) => fits(address)));
}
