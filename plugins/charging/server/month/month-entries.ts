import { createHash } from 'node:crypto';
import { type DataRights, dayOf, DAY_MS, type Money, moneyFromText, type OrgId, parseDay } from '@nephra/plugin-sdk/contract';
import { type ServerContext, sql } from '@nephra/plugin-sdk/server';
import { type LedgerFilter, type LedgerHead, type LedgerPrescription, PayStatus, prescriptionLedger } from '../../../prescription/contract/index.ts';
import type { PriceChange } from '../../domain/charge-rules.ts';
import { monthOf, monthSpan } from '../../domain/month/month.ts';
import { type MonthPrescription, partOf } from '../../domain/month/month-account.ts';
import { currentPriceChanges } from '../charge/charge-proof.ts';
import { closedMonths } from './run/month-lock.ts';
import type { ChargingTables } from '../charging-tables.ts';

type Ctx = ServerContext<ChargingTables>;

const PAGE = 500;

export interface MonthScope {
  readonly orgId: OrgId;
  /** `YYYY-MM` */
  readonly month: string;
  /** Everybody unless told. */
  readonly patientIds?: readonly string[];
  /** Data rights of whoever looks; the work of a run looks at everything. */
  readonly rights?: DataRights;
}

/** A prescription that belongs to the month's account. */
export type MonthHead = LedgerHead & {
  readonly day: string;
  /** Left over on the account from an earlier month that is closed. */
  readonly carried: boolean;
};
export type MonthEntry = LedgerPrescription & Pick<MonthHead, 'day' | 'carried'>;

/** All that the ledger lists, page by page. */
export async function everyPage(ctx: Ctx, filter: LedgerFilter): Promise<LedgerHead[]> {
  const ledger = ctx.service(prescriptionLedger);
  const heads: LedgerHead[] = [];
  for (let currentPage = 1; ; currentPage += 1) {
    const { list } = await ledger.list({ ...filter, currentPage, pageSize: PAGE });
    heads.push(...list);
    if (list.length < PAGE) return heads;
  }
}

/** Prescriptions of the month, and those that an earlier closed month left on the account; oldest first, void ones left out. */
export async function monthHeads(ctx: Ctx, { orgId, month, patientIds, rights }: MonthScope): Promise<MonthHead[]> {
  const { startDate, endDate } = monthSpan(month);
  const own = await everyPage(ctx, { orgIds: [orgId], rights, patientIds, startDate, endDate });
  const closed = await closedMonths(ctx.db, orgId);
  const before =
    closed.size === 0
      ? []
      : await everyPage(ctx, { orgIds: [orgId], rights, patientIds, payStatus: [PayStatus.OnAccount], endDate: dayOf(parseDay(startDate) - DAY_MS) });
  const carried = before.filter((head) => closed.has(monthOf(dayOf(head.dpDate))));
  return [
    ...own.map((head) => ({ ...head, day: dayOf(head.dpDate), carried: false })),
    ...carried.map((head) => ({ ...head, day: dayOf(head.dpDate), carried: true })),
  ].sort((a, b) => a.dpDate - b.dpDate || (a.dpId < b.dpId ? -1 : 1));
}

/** The same prescriptions with their lines. */
export async function withLines(ctx: Ctx, orgId: OrgId, heads: readonly MonthHead[]): Promise<MonthEntry[]> {
  const ledger = ctx.service(prescriptionLedger);
  const entries: MonthEntry[] = [];
  for (let start = 0; start < heads.length; start += PAGE) {
    const chunk = heads.slice(start, start + PAGE);
    const facts = new Map(chunk.map(({ dpId, day, carried }) => [dpId, { day, carried }]));
    const found = await ledger.getMany(
      chunk.map((head) => head.dpId),
      [orgId],
    );
    entries.push(...found.map((one) => ({ ...one, day: facts.get(one.dpId)?.day ?? dayOf(one.dpDate), carried: facts.get(one.dpId)?.carried ?? false })));
  }
  return entries;
}

export const monthEntries = async (ctx: Ctx, scope: MonthScope): Promise<MonthEntry[]> => await withLines(ctx, scope.orgId, await monthHeads(ctx, scope));

/** An entry as the rules look at it. */
export const ruleView = (entry: MonthEntry): MonthPrescription => entry;

/** Price changes by prescription, of those that are still to be settled. */
export async function priceChangesOf(ctx: Ctx, entries: readonly MonthEntry[]): Promise<Map<string, PriceChange[]>> {
  const open = entries.filter((one) => ['waiting', 'account'].includes(partOf(one)));
  const dpIdOf = new Map(open.flatMap((one) => one.lines.map((line) => [line.detailId, one.dpId])));
  const changes = new Map<string, PriceChange[]>();
  for (const change of await currentPriceChanges(ctx, open)) {
    const dpId = dpIdOf.get(change.detailId) ?? '';
    changes.set(dpId, [...(changes.get(dpId) ?? []), change]);
  }
  return changes;
}

/** Short proof of the state that somebody saw: another version, or one more prescription, gives another text. */
export function fingerprintOf(heads: readonly Pick<LedgerHead, 'dpId' | 'version'>[]): string {
  const text = heads
    .map(({ dpId, version }) => `${dpId}:${version}`)
    .sort()
    .join('|');
  return digest(text);
}

/** The same prescriptions of a month always ask the insurer under the same id, so that asking again finds what was done before. */
export const settlementIdOf = (month: string, dpIds: readonly string[]): string => digest([month, ...[...dpIds].sort()].join('|'));

export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 32);

/** Given back of these prescriptions so far, by prescription; zero or negative. */
export async function refundsOf(ctx: Ctx, dpIds: readonly string[]): Promise<Map<string, Money>> {
  if (dpIds.length === 0) return new Map();
  // rows: of prescriptions that whoever asks has found; a refund of theirs is true whoever looks (HIDDEN_NUMBER)
  const rows = await ctx.db
    .selectFrom('charging.bill_prescription')
    .select(['dp_id', sql<string>`sum(total)`.as('total')])
    .where('dp_id', 'in', [...dpIds])
    .where('kind', '=', 'refund')
    .groupBy('dp_id')
    .execute();
  return new Map(rows.map((row) => [row.dp_id, moneyFromText(row.total)]));
}
