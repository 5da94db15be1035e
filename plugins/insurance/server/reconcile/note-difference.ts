import type { UserId } from '@nephra/plugin-sdk/contract';
import type { Difference } from '../../domain/settlement/reconcile.ts';
import type { NationalClient } from '../client/national-client.ts';
import { actOnFacilityOnly, actOnPlatformOnly } from '../resolver/day-difference.ts';
import type { Ctx, SettlementContext } from '../settlement/ledger/settlement-context.ts';
import { type Day, nodeOf, subjectOf, word } from './claimed-day.ts';
import { reconcileDifferenceTable } from '../tables/reconcile.table.ts';
import { wholeCharacters } from '../tables/whole-characters.ts';
import { areaOfPerson } from './day-settlements.query.ts';

/** Writes a difference down and hands it on; a note that somebody made stays. Answers its id. */
export async function noteDifference(ctx: Ctx, day: Day, client: NationalClient, { kind, ours, theirs }: Difference): Promise<string> {
  // rows: of the day in hand, under its lease; no person works on it
  const known = await ctx.db
    .selectFrom('insurance.reconcile_difference')
    .select(['id', 'state', 'note', 'memo'])
    .where('org_id', '=', day.orgId)
    .where('day', '=', day.day)
    .where('kind', '=', kind)
    .where('setl_id', '=', ours?.setlId ?? theirs?.setlId ?? '')
    .where('msgid', '=', theirs?.msgid ?? '')
    .where('refund', '=', ours?.refund ?? theirs?.refund ?? false)
    .executeTakeFirst();
  const explained = known?.state === 'explained' || (known !== undefined && known.note !== '');
  const handed: Handed = explained
    ? { state: 'explained', memo: known?.memo || (theirs?.memo ?? ''), settlementId: ours?.settlementId ?? null }
    : await handOn(ctx, day, client, { kind, ours, theirs });
  const id = known?.id ?? ctx.newId();
  const facts = {
    state: handed.state,
    settlementId: handed.settlementId,
    patientName: ours?.patientName ?? '',
    psnNo: ours?.psnNo ?? theirs?.psnNo ?? '',
    mdtrtId: ours?.mdtrtId ?? theirs?.mdtrtId ?? '',
    medfee: ours?.medfee ?? null,
    fund: ours?.fund ?? null,
    account: ours?.account ?? null,
    theirMedfee: theirs?.medfee ?? null,
    theirFund: theirs?.fund ?? null,
    theirAccount: null,
    // What a person decided about stays what it was.
    ...(explained ? {} : { stranger: handed.stranger === true, insuplcAdmdvs: handed.insuplcAdmdvs ?? '' }),
    memo: handed.memo.slice(0, 300),
  };
  const stored = (row: Parameters<typeof reconcileDifferenceTable.toSql>[0]) => reconcileDifferenceTable.toSql(wholeCharacters(row));
  // rows: of the day in hand, under its lease; no person works on it
  if (known) await ctx.db.updateTable('insurance.reconcile_difference').set(stored(facts)).where('id', '=', id).execute();
  else
    await ctx.db
      .insertInto('insurance.reconcile_difference')
      .values(
        stored({
          ...facts,
          id,
          orgId: day.orgId,
          day: day.day,
          kind,
          insutype: ours?.insutype ?? '',
          clrType: ours?.clrType ?? '',
          clrOptins: ours?.clrOptins ?? '',
          setlId: ours?.setlId ?? theirs?.setlId ?? '',
          msgid: theirs?.msgid ?? '',
          refund: ours?.refund ?? theirs?.refund ?? false,
          stranger: handed.stranger === true,
          insuplcAdmdvs: handed.insuplcAdmdvs ?? '',
          foundAt: ctx.clock.now(),
        }),
      )
      .execute();
  return id;
}

interface Handed {
  readonly state: 'open' | 'handed' | 'explained';
  readonly memo: string;
  readonly settlementId: string | null;
  /** Under our code, and never sent from here. */
  readonly stranger?: boolean;
  readonly insuplcAdmdvs?: string;
}

const deskOf = (ctx: Ctx, day: Day, client: NationalClient): SettlementContext => ({
  ctx,
  client,
  by: { userId: day.userId as UserId, userName: day.userName, orgIds: [day.orgId], language: 'zh' },
});

/** The one safe thing for each kind: the resolver for what only the platform has, a review for what only we have, a person for amounts. */
async function handOn(ctx: Ctx, day: Day, client: NationalClient, { kind, ours, theirs }: Difference): Promise<Handed> {
  const settlementId = ours?.settlementId ?? null;
  const memo = theirs?.memo ?? '';
  const { orgId } = day;
  const psnNo = ours?.psnNo ?? theirs?.psnNo ?? '';
  // No message about a person passes without the area; who never was here is taken for a local.
  const insuplcAdmdvs = ours?.insuplcAdmdvs || (await areaOfPerson(ctx.db, orgId, psnNo)) || (await client.connectionOf(orgId)).connection.mdtrtareaAdmvs;
  const numbers = { orgId, psnNo, insuplcAdmdvs, mdtrtId: ours?.mdtrtId ?? theirs?.mdtrtId ?? '' };
  if (kind === 'platform-only' && theirs) {
    const row = { ...numbers, setlId: theirs.setlId, msgid: theirs.msgid, refunded: theirs.refund };
    const action = await actOnPlatformOnly(deskOf(ctx, day, client), row);
    // It stands in our books, on another day or since a moment ago.
    const over = action.kind === 'known' || action.kind === 'booked' || action.kind === 'reversed';
    return {
      state: over ? 'explained' : action.kind === 'refused' || action.kind === 'stranger' ? 'open' : 'handed',
      memo: `action:${action.kind}${action.reason ? ` ${action.reason}` : ''}`,
      settlementId: action.settlementId,
      stranger: action.kind === 'stranger',
      insuplcAdmdvs,
    };
  }
  if (kind === 'facility-only' && ours && !ours.refund) {
    const data = { psn_no: ours.psnNo, setl_id: ours.setlId, mdtrt_id: ours.mdtrtId };
    const { patientId, patientName } = ours;
    const asked = await client.call('5203', { data }, { ...subjectOf(day), insuplcAdmdvs, settlementId: ours.settlementId, patientId, patientName });
    const info = asked.kind === 'success' ? nodeOf(asked.output, 'setlinfo') : {};
    // The platform has it, but counts it on another day.
    if (word(info, 'setl_id') === ours.setlId) return { state: 'explained', memo: `setl_time:${word(info, 'setl_time')}`, settlementId };
    if (asked.kind === 'unknown') return { state: 'open', memo, settlementId };
    const action = await actOnFacilityOnly(deskOf(ctx, day, client), { ...numbers, setlId: ours.setlId, msgid: '', refunded: false });
    return { state: action.kind === 'review' ? 'handed' : 'open', memo: `action:${action.kind}`, settlementId };
  }
  return { state: 'open', memo, settlementId };
}
