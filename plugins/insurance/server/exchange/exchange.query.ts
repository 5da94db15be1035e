import { AppError, CATALOGUE_TRANSACTIONS, DAY_MS, EnvelopeCode, parseDay, type QueryOf } from '@nephra/plugin-sdk/contract';
import { type RawBuilder, type RequestContext, sql, type SqlBool } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { ExchangeRecord, exchangeContract } from '../../contract/index.ts';
import { patientRowFilter, seenAmong } from '../patient-row-filter.ts';
import { seenPage } from '../seen-page.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { readerOf } from '../tables/door-columns.ts';
import { type ExchangeStored, exchangeTable } from '../tables/exchange.table.ts';

type Ctx = RequestContext<InsuranceTables>;

const columns = [
  'id',
  'orgId',
  'infno',
  'msgid',
  'state',
  'infcode',
  'errMsg',
  'patientId',
  'patientName',
  'dpId',
  'visitId',
  'settlementId',
  'operatorName',
  'sentAt',
  'answeredAt',
  'ms',
  'attempts',
  'source',
  'replayOf',
  'testRegion',
] as const;

const presentRow = <Row extends Pick<ExchangeStored, 'sentAt' | 'answeredAt'>>({ sentAt, answeredAt, ...row }: Row) => ({
  ...row,
  sendTime: sentAt.getTime(),
  answerTime: answeredAt?.getTime() ?? null,
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
const ofNobody = ({ user }: Pick<Ctx, 'user'>) => sql<SqlBool>`(infno = any(${IMPERSONAL}) or "operatorId" = ${user.userId})`;

/** GET interfaceinfo. */
export async function listExchanges(ctx: Ctx, filter: QueryOf<typeof exchangeContract.routes.list>) {
  const ids = filter.patientId ? await ctx.service(patientDirectory).idsOfPerson(filter.patientId, ctx.user.orgIds) : undefined;
  const matching = (orgIds: readonly string[], seen: RawBuilder<SqlBool>) => {
    let query = ctx.db.selectFrom(exchangeTable.as(readerOf(ctx, orgIds), 'exchange')).where(seen);
    if (filter.startDate) query = query.where('sentAt', '>=', new Date(bound(filter.startDate)));
    if (filter.endDate) query = query.where('sentAt', '<', new Date(bound(filter.endDate) + DAY_MS));
    if (filter.infno) query = query.where('infno', '=', filter.infno);
    if (filter.state) query = query.where('state', '=', filter.state);
    // Said as the index of what did not succeed says it.
    if (filter.state && filter.state !== 'success') query = query.where(sql<SqlBool>`state <> 'success'`);
    if (filter.settlementId) query = query.where('settlementId', '=', filter.settlementId);
    return ids ? query.where('patientId', 'in', ids.length > 0 ? ids : [filter.patientId ?? '']) : query;
  };
  const page = await seenPage(ctx, {
    db: ctx.db,
    request: filter,
    sorts: { sendTime: 'sentAt', infno: 'infno', ms: 'ms', state: 'state', patientName: 'patientName' },
    newest: 'sentAt',
    unnamed: ofNobody(ctx),
    rowsOf: (orgIds, seen) => matching(orgIds, seen).select(columns),
    keysOf: (orgIds, seen) => matching(orgIds, seen).select(['id', 'patientId', 'sentAt', 'infno', 'ms', 'state', 'patientName']),
  });
  return { ...page, list: page.list.map((row) => presentRow(exchangeTable.fromSql(row))) };
}

/** One exchange of the caller's facilities; what was said about a patient is there for whoever may see the patient. @throws AppError `insurance.exchange-not-found` */
export async function requireExchange(ctx: Ctx, id: string) {
  const rowFilter = patientRowFilter(ctx);
  const found = await ctx.db
    .selectFrom(exchangeTable.as(ctx, 'exchange'))
    .select([...columns, 'request', 'answer'])
    .where('id', '=', id)
    .where(rowFilter ? sql<SqlBool>`("patientId" is not null or ${ofNobody(ctx)})` : sql<SqlBool>`true`)
    .executeTakeFirst();
  const row = found && exchangeTable.fromSql(found);
  if (!row || (await seenAmong(rowFilter, [row])).length === 0) throw new AppError('insurance.exchange-not-found', { code: EnvelopeCode.NotFound });
  ctx.audit({ subject: 'insurance-exchange', subjectId: row.id, ...(row.patientId ? { patientId: row.patientId } : {}) });
  return row;
}

export async function readExchange(ctx: Ctx, id: string): Promise<ExchangeRecord> {
  return presentRow(await requireExchange(ctx, id));
}
