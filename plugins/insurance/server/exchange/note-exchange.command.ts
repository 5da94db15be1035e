import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { dataRights, pick, type RequestContext } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { ExchangeBody, ExchangeRecord } from '../../contract/index.ts';
import { maskedText, withoutIdNumbers } from '../../domain/exchange/masking.ts';
import { requireExchange, readExchange } from './exchange.query.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { exchangeTable } from '../tables/exchange.table.ts';
import { wholeCharacters } from '../tables/whole-characters.ts';

type Ctx = RequestContext<InsuranceTables>;

/** What a workstation sends of its exchange with a local agent, made fit to be kept. */
async function contentOf(ctx: Ctx, body: ExchangeBody) {
  const patient = body.patientId ? await ctx.service(patientDirectory).get(body.patientId, ctx.user.orgIds, dataRights(ctx, 'his.patient')) : undefined;
  if (body.patientId && !patient) throw new AppError('insurance.patient-not-found', { code: EnvelopeCode.NotFound });
  return wholeCharacters({
    ...pick(body, 'infno', 'msgid', 'state', 'infcode'),
    errMsg: withoutIdNumbers(body.errMsg),
    patientId: patient?.patientId ?? null,
    patientName: patient?.patientName ?? '',
    dpId: body.dpId ?? null,
    request: maskedText(body.request),
    answer: maskedText(body.answer),
  });
}

/** POST interfaceinfo. */
export async function noteExchange(ctx: Ctx, body: ExchangeBody): Promise<ExchangeRecord> {
  const now = ctx.clock.now();
  const id = ctx.newId();
  await ctx.db
    .insertInto('insurance.exchange')
    .values(
      exchangeTable.toSql({
        ...(await contentOf(ctx, body)),
        id,
        orgId: ctx.user.orgId,
        operatorId: ctx.user.userId,
        operatorName: ctx.user.userName,
        sentAt: now,
        answeredAt: body.state === 'sending' ? null : now,
        source: 'workstation',
        dueAt: now,
      }),
    )
    .execute();
  return await readExchange(ctx, id);
}

/** A note of a workstation; the server's own journal is nobody's to change. @throws AppError `insurance.own-journal` */
async function requireNote(ctx: Ctx, id: string) {
  const row = await requireExchange(ctx, id);
  if (row.source !== 'workstation') throw new AppError('insurance.own-journal');
  return row;
}

/** PUT interfaceinfo/{id}. */
export async function completeNote(ctx: Ctx, id: string, body: ExchangeBody): Promise<ExchangeRecord> {
  const row = await requireNote(ctx, id);
  const answered = body.state === 'sending' ? null : (row.answeredAt ?? ctx.clock.now());
  // rows: a note that the caller may change (`requireNote`)
  await ctx.db
    .updateTable('insurance.exchange')
    .set(exchangeTable.toSql({ ...(await contentOf(ctx, body)), answeredAt: answered, ms: answered ? answered.getTime() - row.sentAt.getTime() : null }))
    .where('id', '=', id)
    .execute();
  return await readExchange(ctx, id);
}

/** DELETE interfaceinfo/{id}. */
export async function removeNote(ctx: Ctx, id: string): Promise<null> {
  await requireNote(ctx, id);
  // rows: a note that the caller may change (`requireNote`)
  await ctx.db.deleteFrom('insurance.exchange').where('id', '=', id).execute();
  return null;
}
