import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { MIN_REASON } from '../../contract/fields.ts';
import type { ActReply } from '../../contract/session.schema.ts';
import { givenTable } from '../tables/order.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { actOn, guardError, type Sent } from './act.ts';
import { secondPerson } from './prepare.ts';

interface GiveBody extends Sent {
  readonly outcome: 'given' | 'changed' | 'skipped';
  readonly dose: string;
  readonly reason: string;
  readonly signature?: string;
}

/**
 * An order was given, given otherwise, or skipped: once in a treatment, whoever presses and however often.
 * @throws AppError `dialysis-session.order-not-due`, `dialysis-session.order-given`, `dialysis-session.why-not`, `dialysis-session.second-needed`
 */
export const give = (ctx: Ctx, id: string, orderId: string, body: GiveBody): Promise<ActReply> => {
  const { outcome, dose, reason } = body;
  return actOn(ctx, id, 'order', body, { orderId, outcome, dose, reason, statedAt: body.statedAt ?? null }, async ({ session, around: of, time, entryId }) => {
    if (![2, 3, 4].includes(session.state)) throw guardError('wrong-state');
    const due = of.orders.find(({ order }) => order.id === orderId);
    if (!due) throw new AppError('dialysis-session.order-not-due', { code: EnvelopeCode.NotFound });
    if (outcome !== 'given' && reason.trim().length < MIN_REASON)
      throw new AppError('dialysis-session.why-not', { code: EnvelopeCode.Invalid, params: { n: MIN_REASON }, fields: [{ path: 'reason', msg: '' }] });
    const { order } = due;
    const twoPeople = order.highRisk && outcome !== 'skipped';
    if (twoPeople && body.signature === undefined) throw new AppError('dialysis-session.second-needed');
    const second = twoPeople ? await secondPerson(ctx, session.id, session.orgId, body.signature) : undefined;
    await givenTable.insert(ctx, {
      ...{ orgId: session.orgId, sessionId: session.id, orderId, entryId, day: session.day, outcome },
      ...{ dose: outcome === 'changed' ? dose : order.dose, reason: reason.trim(), single: order.once, at: new Date(time.at) },
      ...{ checkerId: second?.userId ?? '', checkerName: second?.userName ?? '', byId: ctx.user.userId, byName: ctx.user.userName },
    });
    return {
      patch: {},
      content: { orderId, title: order.title, outcome, dose: outcome === 'changed' ? dose : order.dose, reason },
      ...(second && { second }),
    };
  });
};
