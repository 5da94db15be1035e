import { moneyFromText, moneyToWire, type Page, type PageRequest, quantityFromText, quantityToWire } from '@nephra/plugin-sdk/contract';
import { type FigureColumn, type FigureRows, type RequestContext, selectPage } from '@nephra/plugin-sdk/server';
import type { ItemStock } from '../../contract/index.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { PHARMACY_MENU } from '../queue-row-filter.ts';
import { type LotChoice, lotsOnHand, lotValue, nearUntil } from './stock-value.query.ts';

export const NAME: FigureColumn = { key: 'name', label: { zh: '品名', zhtw: '品名', en: 'Name' }, kind: 'text' };
export const SPEC: FigureColumn = { key: 'spec', label: { zh: '规格', zhtw: '規格', en: 'Strength' }, kind: 'text' };
/** With its unit: lots of several units stand in one list. */
export const QUANTITY: FigureColumn = { key: 'quantity', label: { zh: '数量', zhtw: '數量', en: 'Quantity' }, kind: 'text' };
export const VALUE: FigureColumn = { key: 'value', label: { zh: '金额（进价）', zhtw: '金額（進價）', en: 'At cost' }, kind: 'yuan' };

/** A quantity as SQL gives it, with its unit. */
export const quantityText = (quantity: string, unit: string): string => `${quantityToWire(quantityFromText(quantity))} ${unit}`;

/** Lots behind a figure: those that expire first where that matters, else the dearest first. */
export async function lotRows(
  ctx: RequestContext<PharmacyTables>,
  choice: LotChoice,
  kind: 'drug' | 'material' | undefined,
  request: PageRequest,
): Promise<FigureRows> {
  const today = ctx.clock.today();
  let query = lotsOnHand(ctx);
  if (kind) query = query.where('lot.kind', '=', kind);
  if (choice === 'expired') query = query.where('lot.expiresOn', '<', today);
  else query = query.where('lot.expiresOn', '>=', today);
  if (choice === 'near') query = query.where('lot.expiresOn', '<=', nearUntil(today));
  const { list, pagination } = await selectPage(
    query.select(['lot.id', 'lot.drugName', 'lot.drugSpec', 'lot.lotNo', 'lot.onHand', 'lot.unit', 'lot.expiresOn', lotValue.as('value')]),
    {
      db: ctx.db,
      request: { currentPage: request.currentPage, pageSize: request.pageSize },
      sorts: {},
      byDefault: choice === 'usable' ? ['value', 'desc'] : ['lot.expiresOn', 'asc'],
      tieBreaker: 'lot.id',
    },
  );
  return {
    columns: [
      NAME,
      SPEC,
      { key: 'lot', label: { zh: '批号', zhtw: '批號', en: 'Lot' }, kind: 'text' },
      QUANTITY,
      { key: 'expires', label: { zh: '有效期至', zhtw: '有效期限', en: 'Use by' }, kind: 'day' },
      VALUE,
    ],
    list: list.map((row) => ({
      key: row.id,
      cells: {
        name: row.drugName,
        spec: row.drugSpec,
        lot: row.lotNo,
        quantity: quantityText(row.onHand, row.unit),
        expires: row.expiresOn,
        value: moneyToWire(moneyFromText(row.value)),
      },
      opens: { menu: PHARMACY_MENU, query: { lot: row.lotNo } },
    })),
    total: pagination.total,
  };
}

/** Items below their minimum. */
export const itemRows = ({ list, pagination }: Page<ItemStock>): FigureRows => ({
  columns: [
    NAME,
    SPEC,
    { key: 'available', label: { zh: '可发数量', zhtw: '可發數量', en: 'Available' }, kind: 'text' },
    { key: 'minimum', label: { zh: '下限', zhtw: '下限', en: 'Minimum' }, kind: 'text' },
    { key: 'lots', label: { zh: '批次数', zhtw: '批號數', en: 'Lots' }, kind: 'count' },
  ],
  list: list.map((item, at) => ({
    // Several facilities may keep the same item.
    key: `${item.drugId}/${(pagination.currentPage - 1) * pagination.pageSize + at}`,
    cells: {
      name: item.drugName,
      spec: item.drugSpec,
      available: `${item.available} ${item.unit}`,
      minimum: `${item.minimum} ${item.unit}`,
      lots: item.lots,
    },
    opens: { menu: PHARMACY_MENU, query: { item: item.drugName } },
  })),
  total: pagination.total,
});
