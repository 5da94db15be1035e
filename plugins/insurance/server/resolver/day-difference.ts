import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { ExchangeSubject } from '../client/national-client.ts';
import { toReview } from '../settlement/flow/book.ts';
import { type SettlementContext, deskFor } from '../settlement/ledger/settlement-context.ts';
import { addTrail, COLUMNS, exchangeOf, type SettlementRow, withLease } from '../settlement/ledger/settlement.repo.ts';
import { connectionOf } from '../client/connection-reader.ts';
import { settlementTable } from '../tables/settlement.table.ts';
import { bookByNumber } from './resolve-settle.ts';
import { resolveRow } from './resolve.ts';

/** A row of the day's comparison (3202) that stands on one side only. */
export interface DayDifference {
  readonly orgId: OrgId;
  readonly psnNo: string;
  /** Where the person is insured. */
  readonly insuplcAdmdvs: string;
  readonly mdtrtId: string;
  readonly setlId: string;
  /** Number of the message that made it, where the platform tells. */
  readonly msgid: string;
  /** `1`: it is a cancellation. */
  readonly refunded: boolean;
}

/**
 * `booked` now in our books; `reversed` taken back at the platform; `waiting` asked without an answer, ask again; `review` a person has to
 * look; `known` it stands on both sides by now; `refused` the platform would not take it back; `stranger` not a message of this system, so
 * nothing was done.
 */
export interface DayAction {
  readonly kind: 'booked' | 'reversed' | 'waiting' | 'review' | 'known' | 'refused' | 'stranger';
  readonly settlementId: string | null;
  readonly exchangeId: string | null;
  readonly reason: string;
}

async function byNumbers(desk: SettlementContext, row: DayDifference): Promise<SettlementRow | undefined> {
  // rows: of the day in hand, under its lease; no person works on it
  const found = await desk.ctx.db
    .selectFrom('insurance.settlement')
    .select(COLUMNS)
    .where('org_id', '=', row.orgId)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('setl_id', '=', row.setlId || '-'),
        eb('doubt_msgid', '=', row.msgid || '-'),
        exists(
          selectFrom('insurance.trail')
            .select('insurance.trail.id')
            .whereRef('insurance.trail.settlement_id', '=', 'insurance.settlement.id')
            .where('insurance.trail.msgid', '=', row.msgid || '-'),
        ),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found && settlementTable.fromSql(found);
}

const done = (kind: DayAction['kind'], settlement: SettlementRow | undefined, exchangeId: string | null = null, reason = ''): DayAction => ({
  kind,
  settlementId: settlement?.id ?? null,
  exchangeId,
  reason,
});

/** A message that left this server: its number stands in the journal, whatever came of it. What people noted of workstations proves nothing. */
const sentHere = async ({ ctx }: SettlementContext, { orgId, msgid }: DayDifference): Promise<boolean> => {
  if (msgid === '') return false;
  // rows: of the day in hand, under its lease; no person works on it
  const sent = await ctx.db
    .selectFrom('insurance.exchange')
    .select('id')
    .where('org_id', '=', orgId)
    .where('msgid', '=', msgid)
    .where('source', '=', 'server')
    .limit(1)
    .executeTakeFirst();
  return sent !== undefined;
};

/** The site says that no other system settles under the facility's code. */
const takesBackStrangers = async ({ ctx }: SettlementContext, orgId: OrgId): Promise<boolean> => (await connectionOf(ctx, orgId))?.takeBackStrangers === true;

/**
 * Only the platform knows it: a doubt of ours is booked by its number; what this system sent and does not stand by is taken back there by its
 * message number (2601). What it never sent may be another system's, and is left to a person.
 */
export async function actOnPlatformOnly(desk: SettlementContext, row: DayDifference): Promise<DayAction> {
  const { ctx, client } = desk;
  const known = await byNumbers(desk, row);
  if (known && !row.refunded && (known.state === 'settling' || known.state === 'unknown') && row.setlId !== '') {
    const booked = await withLease(ctx, known.id, (held) => {
      const own = deskFor(ctx, client, held);
      return held.state === 'unknown' ? bookByNumber(own, held, row.setlId, 'found-by-day') : resolveRow(own, held);
    });
    return done(booked.state === 'settled' ? 'booked' : booked.state === 'review' ? 'review' : 'waiting', booked);
  }
  if (known && row.refunded && (known.state === 'cancelling' || known.state === 'cancel-unknown')) {
    const after = await withLease(ctx, known.id, (held) => resolveRow(deskFor(ctx, client, held), held));
    return done(after.state === 'cancelled' ? 'booked' : after.state === 'review' ? 'review' : 'waiting', after);
  }
  if (known && (known.state === 'booking' || known.state === 'refunding')) {
    const after = await withLease(ctx, known.id, (held) => resolveRow(deskFor(ctx, client, held), held));
    return done(after.state === 'settled' || after.state === 'cancelled' ? 'booked' : 'waiting', after);
  }
  if (known?.setlId === row.setlId && (row.refunded ? known.state === 'cancelled' : known.state === 'settled' || known.state === 'cancelled'))
    return done('known', known);
  if (known?.state === 'review' || (known?.state === 'settled' && row.refunded)) {
    const after = known.state === 'review' ? known : await actOnFacilityOnly(desk, row).then(() => byNumbers(desk, row));
    return done('review', after);
  }
  if (!known && !(await sentHere(desk, row)) && !(await takesBackStrangers(desk, row.orgId))) return done('stranger', undefined);
  return await takeBack(desk, row, known);
}

/** 2601 by the number of the message that made it. @param known the settlement whose proof it belongs into */
export async function takeBack(desk: SettlementContext, row: DayDifference, known?: SettlementRow): Promise<DayAction> {
  const { ctx, client, by } = desk;
  if (row.msgid === '') return done('refused', known, null, 'msgid');
  const subject: ExchangeSubject = {
    orgId: row.orgId,
    operator: { userId: by.userId, userName: by.userName },
    insuplcAdmdvs: row.insuplcAdmdvs,
    ...(known ? { settlementId: known.id, patientId: known.patientId, patientName: known.patientName, insuplcAdmdvs: known.insuplcAdmdvs } : {}),
  };
  const outcome = await client.call('2601', { data: { psn_no: row.psnNo, omsgid: row.msgid, oinfno: row.refunded ? '2208' : '2207' } }, subject);
  const exchange = exchangeOf(outcome, '2601');
  const undone =
    outcome.kind === 'success' ||
    (outcome.kind === 'refused' && (await client.connectionOf(row.orgId)).adapter.rules.noOriginalWords.some((word) => outcome.reason.includes(word)));
  if (known) {
    await ctx.transaction(() =>
      addTrail(ctx, known.id, {
        kind: undone ? 'day-reversed' : 'day-reversing',
        params: { omsgid: row.msgid, setlId: row.setlId, reason: outcome.kind === 'success' ? '' : outcome.reason },
        exchange,
        byName: by.userName,
      }),
    );
  }
  return done(
    undone ? 'reversed' : outcome.kind === 'unknown' ? 'waiting' : 'refused',
    known,
    outcome.exchangeId,
    outcome.kind === 'success' ? '' : outcome.reason,
  );
}

/** Only we know it: a person looks. Money that was paid stays where it is. */
export async function actOnFacilityOnly(desk: SettlementContext, row: DayDifference): Promise<DayAction> {
  const { ctx, client } = desk;
  const known = await byNumbers(desk, row);
  if (!known) return done('refused', undefined, null, 'setl_id');
  if (known.state === 'review') return done('review', known);
  if (known.state !== 'settled') return done('waiting', known);
  const after = await withLease(ctx, known.id, async (held) =>
    held.state === 'settled'
      ? await toReview(deskFor(ctx, client, held), held, { key: 'problem.facility-only', params: { setlId: held.setlId } }, { nextTryAt: null })
      : held,
  );
  return done('review', after);
}
