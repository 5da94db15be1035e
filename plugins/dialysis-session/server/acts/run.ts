import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { dialysisBoard } from '../../../dialysis-schedule/contract/index.ts';
import { ADJUST_FIELDS, EVENT_FIELDS, type EventKind, FIELDS, type FieldRule, type FieldValues, READING_FIELDS, RED_EVENTS } from '../../contract/fields.ts';
import type { ActReply } from '../../contract/session.schema.ts';
import { flawsIn } from '../../domain/plausible.ts';
import { factsOf } from '../reading/around.ts';
import type { SessionStored } from '../tables/session.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { actOn, type Acting, assertFlawless, assertMay, type Passes, type Sent } from './act.ts';
import { withSection } from './sections.ts';

interface FieldsBody extends Sent {
  readonly fields: FieldValues;
  readonly passes?: Passes;
}

/** Blood is in the circuit. The machine is taken first, so that two starts never have the same one. */
export const start = (ctx: Ctx, id: string, body: FieldsBody): Promise<ActReply> =>
  actOn(ctx, id, 'start', body, { fields: body.fields, statedAt: body.statedAt ?? null, passes: body.passes ?? [] }, async ({ session, around: of, time }) => {
    assertFlawless(flawsIn(body.fields, FIELDS.start));
    assertMay(ctx, 'start', factsOf(ctx, session, of), body.passes);
    const machineId = await ctx.service(dialysisBoard).takeMachine(session.stationId, session.orgId, session.id);
    // Never before the first check, whatever a device says.
    const at = Math.max(time.at, session.check1At?.getTime() ?? 0);
    return {
      patch: { ...withSection(session, 'start', body.fields, ctx.user, at), state: 3, startedAt: new Date(at), machineId },
      content: { fields: body.fields, machineId, passes: body.passes ?? [] },
      at,
    };
  });

export const undoStart = (ctx: Ctx, id: string, body: Sent & { readonly reason: string }): Promise<ActReply> =>
  actOn(ctx, id, 'undoStart', body, { reason: body.reason }, async ({ session, around: of }) => {
    assertMay(ctx, 'undoStart', factsOf(ctx, session, of));
    if (session.machineId !== null) await ctx.service(dialysisBoard).releaseMachine(session.machineId, session.orgId, session.id, 'unused');
    return { patch: { state: 2, startedAt: null, machineId: null, check2At: null, check2By: '' }, content: { reason: body.reason } };
  });

/** Within the treatment. @throws AppError `dialysis-session.outside-treatment` */
function assertWithin({ startedAt, endedAt }: SessionStored, at: number): void {
  if (startedAt !== null && at >= startedAt.getTime() && (endedAt === null || at <= endedAt.getTime())) return;
  throw new AppError('dialysis-session.outside-treatment', { code: EnvelopeCode.Invalid });
}

const isSaid = (fields: FieldValues): boolean =>
  Object.values(fields).some((value) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0));

function written({ ctx, session, around: of, time }: Acting, body: FieldsBody, rules: Readonly<Record<string, FieldRule>>): void {
  assertFlawless(flawsIn(body.fields, rules));
  if (!isSaid(body.fields)) throw new AppError('dialysis-session.nothing-said', { code: EnvelopeCode.Invalid });
  assertMay(ctx, 'record', factsOf(ctx, session, of));
  assertWithin(session, time.at);
}

export const reading = (ctx: Ctx, id: string, body: FieldsBody): Promise<ActReply> =>
  actOn(ctx, id, 'reading', body, { fields: body.fields, statedAt: body.statedAt ?? null }, async (acting) => {
    written(acting, body, READING_FIELDS);
    const { session, time } = acting;
    const last = Math.max(time.at, session.lastReadingAt?.getTime() ?? 0);
    return { patch: { lastReadingAt: new Date(last) }, content: { fields: body.fields } };
  });

export const event = (ctx: Ctx, id: string, body: FieldsBody): Promise<ActReply> =>
  actOn(ctx, id, 'event', body, { fields: body.fields, statedAt: body.statedAt ?? null }, async (acting) => {
    written(acting, body, EVENT_FIELDS);
    const { kind } = body.fields;
    if (typeof kind !== 'string') throw new AppError('dialysis-session.event-kind', { code: EnvelopeCode.Invalid, fields: [{ path: 'kind', msg: '' }] });
    return { patch: {}, content: { fields: body.fields }, red: RED_EVENTS.includes(kind as EventKind) };
  });

export const adjust = (ctx: Ctx, id: string, body: FieldsBody & { readonly reason: string }): Promise<ActReply> =>
  actOn(ctx, id, 'adjust', body, { fields: body.fields, reason: body.reason, statedAt: body.statedAt ?? null }, async (acting) => {
    written(acting, body, ADJUST_FIELDS);
    assertMay(ctx, 'adjust', factsOf(ctx, acting.session, acting.around));
    const { minutes } = body.fields;
    return { patch: typeof minutes === 'number' ? { minutes } : {}, content: { fields: body.fields, reason: body.reason } };
  });
