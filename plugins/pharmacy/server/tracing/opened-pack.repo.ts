import type { OrgId, Quantity } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { UseProblem } from '../../../catalogue/contract/index.ts';
import { planPacks } from '../../domain/stock/use-plan.ts';
import { isTraceCode } from '../../domain/trace-code.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { openedPackTable, packShareTable } from './opened-pack.table.ts';
import { traceCodeTable } from './trace-code.table.ts';

type Ctx = ServerContext<PharmacyTables>;

export interface PacksUsed {
  readonly usedId: string;
  readonly orgId: OrgId;
  readonly drugId: string;
  /** Preparation units: what was used, and what a pack holds. */
  readonly quantity: Quantity;
  readonly packSize: Quantity;
  readonly codes: readonly string[];
  readonly by: string;
  readonly at: Date;
}

/** Opens packs that nobody has opened yet; those that are of another drug or went over the counter are not opened. Locked until the commit, in their order. */
async function openPacks(ctx: Ctx, { orgId, drugId, packSize, by, at }: PacksUsed, codes: readonly string[]) {
  const sold = await traceCodeTable
    .everywhere(ctx, 'a pack leaves once, whichever facility of the hospital asks', 'sold')
    .where('sold.code', 'in', [...codes])
    .execute();
  const gone = new Set(sold.map(({ code }) => code));
  const fresh = codes.filter((code) => !gone.has(code)).toSorted();
  if (fresh.length > 0)
    await openedPackTable.insertAll(
      { db: ctx.db },
      fresh.map((code) => ({ code, orgId, drugId, packSize, openedAt: at, openedBy: by })),
      { unlessTaken: ['code'] },
    );
  const packs = await openedPackTable
    .everywhere(ctx, 'a service without a user of its own: the plugin that used the goods names the facility', 'pack')
    .where('pack.code', 'in', [...codes])
    .orderBy('pack.code')
    .forUpdate()
    .execute();
  return new Map(packs.filter((pack) => pack.orgId === orgId && pack.drugId === drugId).map((pack) => [pack.code, pack]));
}

/**
 * Divides what was used among the scanned packs, of which others had their share before; a share that is no longer said goes back to its pack.
 * @returns what is wrong with the codes
 */
export async function sharePacks(ctx: Ctx, used: PacksUsed): Promise<readonly UseProblem[]> {
  const codes = [...new Set(used.codes.filter(isTraceCode))];
  const problems: UseProblem[] = codes.length < new Set(used.codes).size ? ['code-wrong'] : [];
  const packs = codes.length === 0 ? new Map<string, never>() : await openPacks(ctx, used, codes);
  if (packs.size < codes.length) problems.push('code-elsewhere');
  const known = codes.filter((code) => packs.has(code));
  const shares =
    known.length === 0
      ? []
      : await packShareTable
          .everywhere(ctx, 'a service without a user of its own: the plugin that used the goods names the facility', 'share')
          .where('share.code', 'in', known)
          .execute();
  const roomOf = (code: string): Quantity => {
    const others = shares.filter((share) => share.code === code && share.usedId !== used.usedId).reduce((sum, share) => sum + share.quantity, 0);
    return Math.max(0, ((packs.get(code) as { packSize: Quantity } | undefined)?.packSize ?? 0) - others) as Quantity;
  };
  const plan = planPacks(
    used.quantity,
    known.map((code) => ({ code, room: roomOf(code) })),
  );
  if (codes.length > 0 && plan.uncoded > 0 && known.length === codes.length) problems.push('code-empty');
  const before = await packShareTable
    .everywhere(ctx, 'a service without a user of its own: the plugin that used the goods names the facility', 'share')
    .where('share.usedId', '=', used.usedId)
    .execute();
  const door = { db: ctx.db, clock: ctx.clock, newId: () => ctx.newId(), pluginId: ctx.pluginId };
  for (const share of before) {
    const now = plan.shares.find(({ code }) => code === share.code)?.quantity ?? (0 as Quantity);
    if (now !== share.quantity) await packShareTable.update(door, share, { quantity: now });
  }
  for (const { code, quantity } of plan.shares)
    if (quantity > 0 && !before.some((share) => share.code === code))
      await packShareTable.insert(door, { orgId: used.orgId, code, usedId: used.usedId, quantity });
  return problems;
}

/** Codes of the packs that something came out of, by what used it. */
export async function codesUsed(ctx: Ctx, usedIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  if (usedIds.length === 0) return new Map();
  const rows = await packShareTable
    .everywhere(ctx, 'a service without a user of its own: the plugin that used the goods names the facility', 'share')
    .where('share.usedId', 'in', [...usedIds])
    .where('share.quantity', '>', '0')
    .orderBy('share.code')
    .execute();
  const found = new Map<string, string[]>();
  for (const { usedId, code } of rows) found.set(usedId, [...(found.get(usedId) ?? []), code]);
  return found;
}
