import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { dataRights, type RequestContext } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { ExchangeBody, ExchangeRecord } from '../../contract/index.ts';
import { maskedText, withoutIdNumbers } from '../../domain/exchange/masking.ts';
import { requireExchange, readExchange } from './exchange.query.ts';
import type { InsuranceTables } from '../insurance-tables.ts';

type Ctx = RequestContext<InsuranceTables>;

/** What a workstation sends of its exchange with a local agent, made fit to be kept. */
async function contentOf(ctx: Ctx, body: ExchangeBody) {
  const patient = body.patientId ? await ctx.service(patientDirectory).get(body.patientId, ctx.user.orgIds, dataRights(ctx, 'his.patient')) : undefined;
  if (body.patientId && !patient) throw new AppError('insurance.patient-not-found', { code: EnvelopeCode.NotFound });
  return {
    infno: body.infno,
    msgid: body.msgid,
    state: body.state,
    infcode: body.infcode,
    err_msg: withoutIdNumbers(body.errMsg),
    patient_id: patient?.patientId ?? null,
    patient_name: patient?.patientName ?? '',
    dp_id: body.dpId ?? null,
    request: maskedText(body.request),
    answer: maskedText(body.answer),
  };
}

/** POST interfaceinfo. */
export async function noteExchange(ctx: Ctx, body: ExchangeBody): Promise<ExchangeRecord> {
  const now = ctx.clock.now();
  const id = ctx.newId();
  await ctx.db
    .insertInto('insurance.exchange')
    .values({
      id,
      org_id: ctx.user.orgId,
      ...(await contentOf(ctx, body)),
      visit_id: null,
      settlement_id: null,
      operator_id: ctx.user.userId,
      operator_name: ctx.user.userName,
      sent_at: now,
      answered_at: body.state === 'sending' ? null : now,
      ms: null,
      attempts: 1,
      source: 'workstation',
      replay_of: null,
      test_region: false,
      due_at: now,
      doubted: false,
      sealed_envelope: null,
    })
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
  const answered = body.state === 'sending' ? null : (row.answered_at ?? ctx.clock.now());
  await ctx.db
    .updateTable('insurance.exchange')
    .set({ ...(await contentOf(ctx, body)), answered_at: answered, ms: answered ? answered.getTime() - row.sent_at.getTime() : null })
    .where('id', '=', id)
    .execute();
  return await readExchange(ctx, id);
}

/** DELETE interfaceinfo/{id}. */
export async function removeNote(ctx: Ctx, id: string): Promise<null> {
  await requireNote(ctx, id);
  await ctx.db.deleteFrom('insurance.exchange').where('id', '=', id).execute();
  return null;
}
