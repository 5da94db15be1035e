import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { MIN_REASON } from '../../contract/fields.ts';
import type { ActReply } from '../../contract/session.schema.ts';
import { givenTable, type OrderStored } from '../tables/order.table.ts';
import type { Around } from '../reading/around.ts';
import type { Ctx } from '../tables/tables.ts';
import { actOn, guardError, type Sent } from './act.ts';
import { secondPerson } from './prepare.ts';

interface GiveBody extends Sent {
  readonly outcome: 'given' | 'changed' | 'skipped';
  readonly dose: string;
  readonly reason: string;
  /** Trace codes of packs, each with the order whose drug came out of it. */
  readonly codes?: readonly { readonly orderId: string; readonly code: string }[];
  readonly signature?: string;
}

/** All that is given together with it, itself among them. */
const togetherWith = (of: Around, { groupId, id }: OrderStored): readonly OrderStored[] =>
  of.orders
    .map(({ order }) => order)
    .filter((one) => one.id === id || (groupId !== '' && one.groupId === groupId))
    .toSorted((a, b) => a.groupPlace - b.groupPlace);

/**
 * An order was given, given otherwise, or skipped, with all that is given together with it: once in a treatment, whoever presses and however often.
 * @throws AppError `dialysis-session.order-not-due`, `dialysis-session.order-given`, `dialysis-session.why-not`, `dialysis-session.second-needed`
 */
export const give = (ctx: Ctx, id: string, orderId: string, body: GiveBody): Promise<ActReply> => {
  const { outcome, dose, reason, codes = [] } = body;
  const what = { orderId, outcome, dose, reason, statedAt: body.statedAt ?? null, ...(codes.length > 0 && { codes }) };
  return actOn(ctx, id, 'order', body, what, async ({ session, around: of, time, entryId }) => {
    if (![2, 3, 4].includes(session.state)) throw guardError('wrong-state');
    const due = of.orders.find(({ order }) => order.id === orderId);
    if (!due) throw new AppError('dialysis-session.order-not-due', { code: EnvelopeCode.NotFound });
    if (outcome !== 'given' && reason.trim().length < MIN_REASON)
      throw new AppError('dialysis-session.why-not', { code: EnvelopeCode.Invalid, params: { n: MIN_REASON }, fields: [{ path: 'reason', msg: '' }] });
    const together = togetherWith(of, due.order);
    const twoPeople = outcome !== 'skipped' && together.some(({ highRisk }) => highRisk);
    if (twoPeople && body.signature === undefined) throw new AppError('dialysis-session.second-needed');
    const second = twoPeople ? await secondPerson(ctx, session.id, session.orgId, body.signature) : undefined;
    const doseOf = (order: OrderStored): string => (outcome === 'changed' ? dose : order.dose);
    for (const order of together)
      await givenTable.insert(ctx, {
        ...{ orgId: session.orgId, sessionId: session.id, orderId: order.id, entryId, day: session.day, outcome },
        ...{ dose: doseOf(order), reason: reason.trim(), single: order.once, at: new Date(time.at) },
        ...{ checkerId: second?.userId ?? '', checkerName: second?.userName ?? '', byId: ctx.user.userId, byName: ctx.user.userName },
        codes: outcome === 'skipped' ? [] : codes.filter((one) => one.orderId === order.id).map(({ code }) => code),
      });
    const title = together.map((order) => order.title).join(' + ');
    const told = outcome === 'changed' ? dose : together.map((order) => order.dose).join(' + ');
    return {
      patch: {},
      content: { orderId, title, outcome, dose: told, reason, ...(codes.length > 0 && { codes }) },
      ...(second && { second }),
    };
  });
};
