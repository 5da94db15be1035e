import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import { type LeaseClaim, workLeasedRow } from '@nephra/plugin-sdk/server';
import type { SettlementState } from '../../../contract/index.ts';
import { ACTIVE_STATES, assertMove, FINAL_STATES, OPEN_STATES } from '../../../domain/settlement/settlement-states.ts';
import type { Outcome } from '../../client/national-client.ts';
import { trailTable } from '../../tables/settlement-parts.table.ts';
import { type SettlementStored, settlementTable } from '../../tables/settlement.table.ts';
import { wholeCharacters } from '../../tables/whole-characters.ts';
import type { Ctx } from './settlement-context.ts';

export type SettlementRow = SettlementStored;
/** New values of columns. */
export type Changes = Partial<SettlementRow>;

/** Columns of a statement over `insurance.settlement`; `settlementTable.fromSql` reads what it gives. */
export const COLUMNS = settlementTable.sqlColumns('insurance.settlement');
const readRow = <Row extends object>(row: Row | undefined) => row && settlementTable.fromSql(row);

// rows: whoever works on a settlement says for which organisations, or for which patients it has found; jobs work on all
const select = (ctx: Ctx) => ctx.db.selectFrom('insurance.settlement').select(COLUMNS);
// rows: a settlement that was found (`findSettlement`), by its version
const updateOf = (ctx: Ctx) => ctx.db.updateTable('insurance.settlement');

export const findSettlement = async (ctx: Ctx, id: string, orgIds: readonly OrgId[]): Promise<SettlementRow | undefined> =>
  readRow(
    await select(ctx)
      .where('id', '=', id)
      .where('org_id', 'in', [...orgIds])
      .executeTakeFirst(),
  );

/** @throws AppError `insurance.settlement-not-found` (404), also for one of another facility */
export async function requireSettlement(ctx: Ctx, id: string, orgIds: readonly OrgId[]): Promise<SettlementRow> {
  const row = await findSettlement(ctx, id, orgIds);
  if (!row) throw new AppError('insurance.settlement-not-found', { code: EnvelopeCode.NotFound });
  return row;
}

/** The patient's settlement that is not over, whatever it is doing. */
export const activeOfPatient = async (ctx: Ctx, patientIds: readonly string[]): Promise<SettlementRow | undefined> =>
  readRow(
    await select(ctx)
      .where('patient_id', 'in', [...patientIds])
      .where('state', 'in', [...ACTIVE_STATES])
      .executeTakeFirst(),
  );

/** Settlements that hold any of these prescriptions. */
export async function holdersOf(ctx: Ctx, dpIds: readonly string[], orgIds: readonly OrgId[]): Promise<SettlementRow[]> {
  // rows: of the organisations that are asked for
  const rows = await select(ctx)
    .where('org_id', 'in', [...orgIds])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('insurance.settlement_prescription as held')
          .select('held.dp_id')
          .whereRef('held.settlement_id', '=', 'insurance.settlement.id')
          .where('held.active', '=', true)
          .where('held.dp_id', 'in', [...dpIds]),
      ),
    )
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => settlementTable.fromSql(row));
}

export const monthSettlement = async (ctx: Ctx, monthKey: string): Promise<SettlementRow | undefined> =>
  readRow(
    await select(ctx)
      .where('month_key', '=', monthKey)
      .where('state', 'not in', [...FINAL_STATES])
      .executeTakeFirst(),
  );

/** What was begun for a patient's month and is neither settled nor given up. */
// rows: of the facility that is asked for; whoever asks works for it
export const openMonthSettlements = (
  ctx: Ctx,
  of: { readonly orgId: OrgId; readonly patientId: string; readonly month: string },
): Promise<Pick<SettlementRow, 'id' | 'monthKey'>[]> =>
  ctx.db
    .selectFrom('insurance.settlement')
    .select(['id', 'month_key as monthKey'])
    .where('org_id', '=', of.orgId)
    .where('patient_id', '=', of.patientId)
    .where('month', '=', of.month)
    .where('state', 'in', [...OPEN_STATES])
    .orderBy('created_at')
    .execute();

export const dpIdsOf = async (ctx: Ctx, settlementId: string): Promise<string[]> => {
  // rows: of a settlement that was found for the organisations of whoever works on it
  const rows = await ctx.db
    .selectFrom('insurance.settlement_prescription')
    .select('dp_id')
    .where('settlement_id', '=', settlementId)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.dp_id);
};

/** A line of the proof trail. */
export interface Step {
  readonly kind: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly exchange?: { readonly exchangeId: string; readonly msgid: string; readonly infno: string };
  readonly byName: string;
}

/** The exchange behind an outcome, for the trail. */
export const exchangeOf = (outcome: Pick<Outcome, 'exchangeId' | 'msgid'>, infno: string) => ({ exchangeId: outcome.exchangeId, msgid: outcome.msgid, infno });

const TEXT_MAX = 400;
const shortened = (params: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, TEXT_MAX) : value]));

export async function addTrail(ctx: Ctx, settlementId: string, { kind, params = {}, exchange, byName }: Step): Promise<void> {
  const { exchangeId = null, infno = '', msgid = '' } = exchange ?? {};
  const step = { id: ctx.newId(), settlementId, at: ctx.clock.now(), kind, params: shortened(params), exchangeId, infno, msgid, byName };
  await ctx.db
    .insertInto('insurance.trail')
    .values(trailTable.toSql(wholeCharacters(step)))
    .execute();
}

/** How long a step may be at work before others take it for dead. */
export const LEASE_MS = 5 * 60_000;

/**
 * Changes a settlement and writes why, in one transaction; without a step where the trail says it already. The state moves only as declared, and only from the version that was read.
 * @throws AppError `insurance.move`, `insurance.settlement-stale` (409)
 */
export function advance(ctx: Ctx, row: SettlementRow, to: SettlementState, changes: Changes, step: Step | undefined): Promise<SettlementRow> {
  if (to !== row.state) assertMove(row.state, to);
  return ctx.transaction(async () => {
    const now = ctx.clock.steady();
    const next = await updateOf(ctx)
      .set(
        settlementTable.toSql(
          wholeCharacters({
            problem: '',
            problemParams: {},
            ...changes,
            // Nothing was cancelled after all: what should have gone back then counts no longer.
            ...(to === 'settled' ? { correction: null } : {}),
            state: to,
            version: row.version + 1,
            leaseUntil: row.leaseOwner === '' ? row.leaseUntil : new Date(now.getTime() + LEASE_MS),
          }),
        ),
      )
      .where('id', '=', row.id)
      .where('version', '=', row.version)
      .where('state', '=', row.state)
      .returning(COLUMNS)
      .executeTakeFirst();
    if (!next) throw new AppError('insurance.settlement-stale', { code: EnvelopeCode.Conflict });
    if (FINAL_STATES.includes(to)) {
      // rows: of a settlement that was found for the organisations of whoever works on it
      await ctx.db.updateTable('insurance.settlement_prescription').set({ active: false }).where('settlement_id', '=', row.id).execute();
    }
    if (step) await addTrail(ctx, row.id, step);
    return settlementTable.fromSql(next);
  });
}

/** Stays where it is, with a reason that people read. `key`: where the sentence stands in the locale files. */
export const stopped = (
  ctx: Ctx,
  row: SettlementRow,
  problem: { key: string; params?: Readonly<Record<string, string | number>> },
  step: Step | undefined,
  changes: Changes = {},
) => advance(ctx, row, row.state, { ...changes, problem: problem.key, problemParams: shortened(problem.params ?? {}) }, step);

/** Anybody's settlement that is in hand already. */
export const heldSettlement = async (ctx: Ctx, id: string): Promise<SettlementRow> =>
  settlementTable.fromSql(await select(ctx).where('id', '=', id).executeTakeFirstOrThrow());

/** A settlement whatever it is doing: who asks for a step works on it while nobody else does. */
const anySettlement: LeaseClaim = { table: 'insurance.settlement', order: 'created_at' };

/**
 * Works on a settlement while nobody else does; a worker that died gives it free by itself after a while.
 * @throws AppError `insurance.settlement-busy` (409), and what the work throws, after the settlement is free again
 */
export async function withLease<T>(ctx: Ctx, id: string, work: (row: SettlementRow) => Promise<T>): Promise<T> {
  const holder = { owner: ctx.newId(), leaseMs: LEASE_MS, stopping: () => false };
  const ended: { value: T }[] = [];
  const failed: { error: unknown }[] = [];
  try {
    await workLeasedRow(ctx, anySettlement, id, holder, async () => {
      try {
        ended.push({ value: await work(await heldSettlement(ctx, id)) });
      } catch (error) {
        failed.push({ error });
      }
    });
  } catch (error) {
    if (ended.length + failed.length === 0) throw error;
    ctx.log.warn({ err: error, settlementId: id }, 'a settlement stays reserved until its time is over');
  }
  for (const { error } of failed) throw error;
  const [done] = ended;
  if (!done) throw new AppError('insurance.settlement-busy', { code: EnvelopeCode.Conflict });
  return done.value;
}
