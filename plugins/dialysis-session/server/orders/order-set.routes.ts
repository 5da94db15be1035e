import { implement } from '@nephra/plugin-sdk/server';
import { orderSetContract, type OrderSetRow } from '../../contract/orders/order-set.contract.ts';
import type { OrderStored } from '../tables/order.table.ts';
import { type OrderSetStored, orderSetTable } from '../tables/order-set.table.ts';
import type { SessionDb } from '../tables/tables.ts';
import { assertKnown, requirePatient, viewOf, writeOrder } from './order-rows.ts';

const setView = ({ id, setName, orders, byName, version }: OrderSetStored): OrderSetRow => ({ id, name: setName, orders: [...orders], byName, version });

export const orderSetRoutes = implement<SessionDb>()(orderSetContract, {
  list: async (_input, ctx) => ({
    list: (await orderSetTable.select(ctx, 's').where('s.orgId', '=', ctx.user.orgId).orderBy('s.setName').orderBy('s.id').limit(300).execute()).map(setView),
  }),
  async add({ body }, ctx) {
    await assertKnown(
      ctx,
      ctx.user.orgId,
      body.orders.flatMap(({ drugs }) => drugs),
    );
    const row = await orderSetTable.insert(ctx, { orgId: ctx.user.orgId, setName: body.name.trim(), orders: body.orders, byName: ctx.user.userName });
    ctx.audit({ subject: 'dialysis-order-set', subjectId: row.id, after: body });
    ctx.message('set-added');
    return setView(row);
  },
  async remove({ params, body }, ctx) {
    const row = await orderSetTable.lock(ctx, params.id, body.version);
    await orderSetTable.retire(ctx, row);
    ctx.audit({ subject: 'dialysis-order-set', subjectId: row.id, before: setView(row) });
    ctx.message('set-removed');
    return null;
  },
  async apply({ params, body }, ctx) {
    const set = await orderSetTable.lock(ctx, params.id);
    const patient = await requirePatient(ctx, body.patientId);
    const rows: OrderStored[] = [];
    for (const order of set.orders) rows.push(...(await writeOrder(ctx, patient, { ...order, validFrom: body.validFrom, validTo: body.validTo })));
    ctx.message('set-applied', { name: set.setName, n: set.orders.length });
    return { list: rows.map((row) => viewOf(row, null)) };
  },
});
