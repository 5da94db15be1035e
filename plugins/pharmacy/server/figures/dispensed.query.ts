import { type Money, moneyFromText, moneyToWire } from '@nephra/plugin-sdk/contract';
import { type FigurePeriod, type FigureQuestion, type FigureRows, type RequestContext, selectPage, sql } from '@nephra/plugin-sdk/server';
import { lotTable } from '../stock/lot.table.ts';
import { movementTable } from '../stock/movement.table.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { PHARMACY_MENU } from '../queue-row-filter.ts';
import { NAME, QUANTITY, quantityText, SPEC, VALUE } from './stock-rows.query.ts';

type Ctx = RequestContext<PharmacyTables>;

/** Goods that left for patients, and goods that came back from them. */
export type MovedGoods = 'dispense' | 'return';
export type GoodsKind = 'drug' | 'material';

/** Yuan of one row of the ledger at what its lot cost, without sign, half up. */
const movedValue = sql<string>`round(abs(moved.quantity) / lot."stockDmin" * lot.cost, 2)`;

/** Rows of the ledger for patients in a period; the whole facility's, for the ledger must add up whoever looks. No row names a patient. */
const movedIn = (ctx: Ctx, { startDate, endDate }: FigurePeriod, goods: MovedGoods) =>
  ctx.db
    .selectFrom(movementTable.as(ctx, 'moved'))
    .innerJoin(lotTable.as(ctx, 'lot'), 'lot.id', 'moved.lotId') // no guard: the ledger's own door has looked
    .where('moved.businessDay', '>=', startDate)
    .where('moved.businessDay', '<=', endDate)
    .where('moved.kind', '=', goods);

/** What left, or came back, in a period. */
export async function movedTotal(ctx: Ctx, period: FigurePeriod, goods: MovedGoods): Promise<Money> {
  const row = await movedIn(ctx, period, goods).select(sql<string>`coalesce(sum(${movedValue}), 0)`.as('value')).executeTakeFirstOrThrow();
  return moneyFromText(row.value);
}

/** What left, by day and kind of goods; days without any are left out. */
export async function dispensedByDay(ctx: Ctx, period: FigurePeriod): Promise<{ day: string; kind: GoodsKind; value: Money }[]> {
  const rows = await movedIn(ctx, period, 'dispense')
    .select(['moved.businessDay', 'lot.kind', sql<string>`sum(${movedValue})`.as('value')])
    .groupBy(['moved.businessDay', 'lot.kind'])
    .execute();
  return rows.map((row) => ({ day: row.businessDay, kind: lotTable.codec.kind.read(row.kind), value: moneyFromText(row.value) }));
}

/** One row per article, dearest first. */
export async function articleRows(
  ctx: Ctx,
  period: FigurePeriod,
  goods: MovedGoods,
  kind: GoodsKind | undefined,
  request: FigureQuestion,
): Promise<FigureRows> {
  let query = movedIn(ctx, period, goods);
  if (kind) query = query.where('lot.kind', '=', kind);
  const { list, pagination } = await selectPage(
    query
      .select([
        'lot.drugId',
        sql<string>`max(lot."drugName")`.as('drugName'),
        sql<string>`max(lot."drugSpec")`.as('drugSpec'),
        sql<string>`max(lot.unit)`.as('unit'),
        sql<string>`sum(abs(moved.quantity))`.as('quantity'),
        sql<string>`sum(${movedValue})`.as('value'),
      ])
      .groupBy('lot.drugId'),
    {
      db: ctx.db,
      request: { currentPage: request.currentPage, pageSize: request.pageSize },
      sorts: {},
      byDefault: ['value', 'desc'],
      tieBreaker: 'lot.drugId',
    },
  );
  return {
    columns: [NAME, SPEC, QUANTITY, VALUE],
    list: list.map((row) => ({
      key: row.drugId,
      cells: { name: row.drugName, spec: row.drugSpec, quantity: quantityText(row.quantity, row.unit), value: moneyToWire(moneyFromText(row.value)) },
      opens: { menu: PHARMACY_MENU, query: { item: row.drugName } },
    })),
    total: pagination.total,
  };
}
