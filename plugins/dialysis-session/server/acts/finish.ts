import { dialysisBoard } from '../../../dialysis-schedule/contract/index.ts';
import { FIELDS, type FieldValues } from '../../contract/fields.ts';
import type { ActReply } from '../../contract/session.schema.ts';
import { flawsIn } from '../../domain/plausible.ts';
import { isEndComplete } from '../../domain/sheet.ts';
import { factsOf } from '../reading/around.ts';
import type { SessionStored } from '../tables/session.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { settleTreatment } from '../money/propose.ts';
import { actOn, assertFlawless, assertMay, type Passes, type Sent } from './act.ts';
import { moveSlotOf } from './arrive.ts';
import { withSection } from './sections.ts';

const release = async (ctx: Ctx, { machineId, orgId, id }: SessionStored): Promise<void> => {
  if (machineId !== null) await ctx.service(dialysisBoard).releaseMachine(machineId, orgId, id, 'used');
};

/** The treatment has ended: the machine is to be disinfected, the sheet waits for what is taken afterwards. */
export const end = (ctx: Ctx, id: string, body: Sent & { readonly fields: FieldValues; readonly passes?: Passes }): Promise<ActReply> =>
  actOn(ctx, id, 'end', body, { fields: body.fields, statedAt: body.statedAt ?? null, passes: body.passes ?? [] }, async ({ session, around: of, time }) => {
    assertFlawless(flawsIn(body.fields, FIELDS.end));
    // A reading that was taken is never after the end.
    const at = Math.max(time.at, session.lastReadingAt?.getTime() ?? 0);
    const early = body.passes?.find(({ guard }) => guard === 'early-end')?.reason;
    const fields = { ...body.fields, ...(early !== undefined && { reason: early }) };
    assertMay(ctx, 'end', factsOf(ctx, session, of, { endedAt: at, endComplete: isEndComplete(fields) }), body.passes);
    await release(ctx, session);
    const minutes = Math.round((at - (session.startedAt?.getTime() ?? at)) / 60_000);
    return {
      patch: { ...withSection(session, 'end', fields, ctx.user, at), state: 4, endedAt: new Date(at), minutes },
      content: { fields, minutes, passes: body.passes ?? [] },
      at,
    };
  });

export const abort = (ctx: Ctx, id: string, body: Sent & { readonly reason: string }): Promise<ActReply> =>
  actOn(ctx, id, 'abort', body, { reason: body.reason }, async ({ session, around: of, time }) => {
    assertMay(ctx, 'abort', factsOf(ctx, session, of));
    const wasRunning = session.state === 3;
    if (wasRunning) await release(ctx, session);
    await moveSlotOf(ctx, session, wasRunning ? 'treated' : 'cancelled', body.reason);
    return { patch: { state: 7, ...(wasRunning && { endedAt: new Date(time.at) }) }, content: { reason: body.reason } };
  });

/** Closes the sheet. What was used leaves stock and its prescription is written in the same transaction, under the name of the treatment, so that both are there once. */
export const close = (ctx: Ctx, id: string, body: Sent & { readonly passes?: Passes }): Promise<ActReply> =>
  actOn(ctx, id, 'close', body, { passes: body.passes ?? [] }, async ({ session, around: of, time }) => {
    assertMay(ctx, 'close', factsOf(ctx, session, of), body.passes);
    await moveSlotOf(ctx, session, 'treated');
    const money = await settleTreatment(ctx, session);
    return {
      patch: {
        state: 5,
        closedAt: new Date(time.at),
        ...(money.prescriptionId !== '' && { prescriptionId: money.prescriptionId, prescriptionNo: money.prescriptionNo }),
      },
      content: { passes: body.passes ?? [], money: money.outcome, lines: money.lines, used: money.used, ...(money.short.length > 0 && { short: money.short }) },
    };
  });

/** Opens the sheet again. What was used stays out of stock, for nothing went back to a shelf: closing again gives back and takes what differs. */
export const reopen = (ctx: Ctx, id: string, body: Sent & { readonly reason: string }): Promise<ActReply> =>
  actOn(ctx, id, 'reopen', body, { reason: body.reason }, async ({ session, around: of }) => {
    assertMay(ctx, 'reopen', factsOf(ctx, session, of));
    return { patch: { state: 4, closedAt: null }, content: { reason: body.reason } };
  });
