import { AppError, CATALOGUE_TRANSACTIONS, DAY_MS, EnvelopeCode, parseDay, type QueryOf } from '@nephra/plugin-sdk/contract';
import { type RawBuilder, type RequestContext, sql, type SqlBool } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { ExchangeRecord, ExchangeRow, exchangeContract } from '../../contract/index.ts';
import { patientRowFilter, seenAmong } from '../patient-row-filter.ts';
import { seenPage } from '../seen-page.ts';
import type { InsuranceTables } from '../insurance-tables.ts';

type Ctx = RequestContext<InsuranceTables>;

const ROW = [
  'id',
  'org_id',
  'infno',
  'msgid',
  'state',
  'infcode',
  'err_msg',
  'patient_id',
  'patient_name',
  'dp_id',
  'visit_id',
  'settlement_id',
  'operator_name',
  'sent_at',
  'answered_at',
  'ms',
  'attempts',
  'source',
  'replay_of',
  'test_region',
] as const satisfies readonly (keyof InsuranceTables['insurance.exchange'])[];

const rowsIn = (db: Ctx['db']) => db.selectFrom('insurance.exchange').select(ROW);
type RowColumns = Awaited<ReturnType<ReturnType<typeof rowsIn>['execute']>>[number];

const presentRow = (row: RowColumns): ExchangeRow => ({
  id: row.id,
  orgId: row.org_id,
  infno: row.infno,
  msgid: row.msgid,
  state: row.state,
  infcode: row.infcode,
  errMsg: row.err_msg,
  patientId: row.patient_id,
  patientName: row.patient_name,
  dpId: row.dp_id,
  visitId: row.visit_id,
  settlementId: row.settlement_id,
  operatorName: row.operator_name,
  sendTime: row.sent_at.getTime(),
  answerTime: row.answered_at?.getTime() ?? null,
  ms: row.ms,
  attempts: row.attempts,
  source: row.source,
  replayOf: row.replay_of,
  testRegion: row.test_region,
});

const bound = (day: string): number => {
  try {
    return parseDay(day);
  } catch (cause) {
    throw new AppError('insurance.bad-day', { code: EnvelopeCode.Invalid, params: { day }, cause });
  }
};

/** Never about anybody: signing in and out, files as such, the platform's lists and dictionaries, our catalogue as it is reported. */
const IMPERSONAL: readonly string[] = ['9001', '9002', '9101', '9102', '1901', '3301', '3302', ...CATALOGUE_TRANSACTIONS];

/**
 * Exchanges that name no patient file. What a clerk asks of the platform about a number, what a workstation reads off a card, and sums over
 * everybody's day may still speak of somebody: of these whoever does not see every patient is told what they sent themselves.
 */
const ofNobody = ({ user }: Pick<Ctx, 'user'>) => sql<SqlBool>`(infno = any(${IMPERSONAL}) or operator_id = ${user.userId})`;

/** GET interfaceinfo. */
export async function listExchanges(ctx: Ctx, filter: QueryOf<typeof exchangeContract.routes.list>) {
  const ids = filter.patientId ? await ctx.service(patientDirectory).idsOfPerson(filter.patientId, ctx.user.orgIds) : undefined;
  const matching = (orgIds: readonly string[], seen: RawBuilder<SqlBool>) => {
    let query = ctx.db
      .selectFrom('insurance.exchange')
      .where('org_id', 'in', [...orgIds])
      .where(seen);
    if (filter.startDate) query = query.where('sent_at', '>=', new Date(bound(filter.startDate)));
    if (filter.endDate) query = query.where('sent_at', '<', new Date(bound(filter.endDate) + DAY_MS));
    if (filter.infno) query = query.where('infno', '=', filter.infno);
    if (filter.state) query = query.where('state', '=', filter.state);
    if (filter.settlementId) query = query.where('settlement_id', '=', filter.settlementId);
    return ids ? query.where('patient_id', 'in', ids.length > 0 ? ids : [filter.patientId ?? '']) : query;
  };
  const page = await seenPage(ctx, {
    db: ctx.db,
    request: filter,
    sorts: { sendTime: 'sent_at', infno: 'infno', ms: 'ms', state: 'state', patientName: 'patient_name' },
    newest: 'sent_at',
    unnamed: ofNobody(ctx),
    rowsOf: (orgIds, seen) => matching(orgIds, seen).select(ROW),
    keysOf: (orgIds, seen) => matching(orgIds, seen).select(['id', 'patient_id', 'sent_at', 'infno', 'ms', 'state', 'patient_name']),
  });
  return { ...page, list: page.list.map(presentRow) };
}

/** One exchange of the caller's facilities; what was said about a patient is there for whoever may see the patient. @throws AppError `insurance.exchange-not-found` */
export async function requireExchange(ctx: Ctx, id: string) {
  const rowFilter = patientRowFilter(ctx);
  const row = await ctx.db
    .selectFrom('insurance.exchange')
    .select([...ROW, 'request', 'answer'])
    .where('id', '=', id)
    .where('org_id', 'in', [...ctx.user.orgIds])
    .where(rowFilter ? sql<SqlBool>`(patient_id is not null or ${ofNobody(ctx)})` : sql<SqlBool>`true`)
    .executeTakeFirst();
  if (!row || (await seenAmong(rowFilter, [row])).length === 0) throw new AppError('insurance.exchange-not-found', { code: EnvelopeCode.NotFound });
  ctx.audit({ subject: 'insurance-exchange', subjectId: row.id, ...(row.patient_id ? { patientId: row.patient_id } : {}) });
  return row;
}

export async function readExchange(ctx: Ctx, id: string): Promise<ExchangeRecord> {
  const row = await requireExchange(ctx, id);
  return { ...presentRow(row), request: row.request, answer: row.answer };
}
