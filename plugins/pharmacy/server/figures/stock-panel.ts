import { AppError, EnvelopeCode, moneyToWire } from '@nephra/plugin-sdk/contract';
import { type FigurePanelContent, type FigureQuestion, type FigureRows, figurePanel, type RequestContext } from '@nephra/plugin-sdk/server';
import { NEAR_EXPIRY_DAYS } from '../../domain/stock/expiry.ts';
import { listItemStock, stockWarnings } from '../stock/item.query.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { KIND_WORDS, KINDS } from './goods-kinds.ts';
import { itemRows, lotRows } from './stock-rows.query.ts';
import { type LotChoice, stockValues } from './stock-value.query.ts';

type Ctx = RequestContext<PharmacyTables>;

/** Lots behind each figure. */
const LOTS_OF: Readonly<Record<string, LotChoice>> = {
  value: 'usable',
  kind: 'usable',
  expired: 'expired',
  expiredValue: 'expired',
  near: 'near',
  nearValue: 'near',
};
const BY_COST = {
  zh: '结存数量 × 该批次进价（每包装），逐批四舍五入到分；已过期的批次另计，进价为 0 的批次（如赠送）按 0 计，不按售价估算。冻结的批次计入。',
  zhtw: '結存數量 × 該批號進價（每包裝），逐批四捨五入到分；已過期的批號另計，進價為 0 的批號（如贈送）以 0 計，不按售價估算。凍結的批號計入。',
  en: 'What is on hand times what the lot cost per pack, each lot to the nearest fen. Expired lots stand apart; lots that cost nothing count as 0, not at the selling price. Blocked lots count.',
};

async function read(ctx: Ctx): Promise<FigurePanelContent> {
  const values = await stockValues(ctx);
  const { expired, near, low } = await stockWarnings(ctx);
  return {
    now: true,
    totals: [
      {
        key: 'value',
        label: { zh: '库存金额（进价）', zhtw: '庫存金額（進價）', en: 'Stock, at cost' },
        unit: 'yuan',
        value: moneyToWire(values.usable),
        rule: BY_COST,
        opens: true,
      },
      { key: 'expired', label: { zh: '过期批次', zhtw: '過期批號', en: 'Expired lots' }, unit: 'count', value: expired, opens: true },
      {
        key: 'expiredValue',
        label: { zh: '过期金额（进价）', zhtw: '過期金額（進價）', en: 'Expired, at cost' },
        unit: 'yuan',
        value: moneyToWire(values.expired),
        rule: {
          zh: '已过有效期、尚有结存的批次，等待报损或报废；不含在库存金额里。',
          zhtw: '已過有效期限、尚有結存的批號，等待報損或報廢；不含在庫存金額裡。',
          en: 'Lots past their use-by date with something left, which wait to be destroyed; not part of the stock at cost.',
        },
        opens: true,
      },
      {
        key: 'near',
        label: { zh: '近效期批次', zhtw: '近效期批號', en: 'Lots expiring soon' },
        unit: 'count',
        value: near,
        rule: {
          zh: `今天起 ${NEAR_EXPIRY_DAYS} 天内到期、尚有结存的批次。`,
          zhtw: `今天起 ${NEAR_EXPIRY_DAYS} 天內到期、尚有結存的批號。`,
          en: `Lots with something left that expire within ${NEAR_EXPIRY_DAYS} days from today.`,
        },
        opens: true,
      },
      {
        key: 'nearValue',
        label: { zh: '近效期金额（进价）', zhtw: '近效期金額（進價）', en: 'Expiring soon, at cost' },
        unit: 'yuan',
        value: moneyToWire(values.near),
        rule: { zh: '已含在库存金额里。', zhtw: '已含在庫存金額裡。', en: 'Part of the stock at cost.' },
        opens: true,
      },
      {
        key: 'low',
        label: { zh: '低于下限的品种', zhtw: '低於下限的品項', en: 'Items below their minimum' },
        unit: 'count',
        value: low,
        rule: {
          zh: '可发数量（不含过期、冻结和已占用的）低于品种设置里的下限；没有设下限的品种不计。',
          zhtw: '可發數量（不含過期、凍結和已占用的）低於品項設定裡的下限；沒有設下限的品項不計。',
          en: 'What can be handed out (nothing expired, blocked or reserved) is below the minimum set for the item; items without one do not count.',
        },
        opens: true,
      },
    ],
    parts: [
      {
        key: 'kind',
        title: { zh: '库存金额构成', zhtw: '庫存金額組成', en: 'Stock at cost, by kind' },
        unit: 'yuan',
        list: KINDS.map((kind) => ({ key: kind, label: KIND_WORDS[kind], value: moneyToWire(values.usableOf[kind]) })),
        opens: true,
      },
    ],
  };
}

async function rows(ctx: Ctx, question: FigureQuestion): Promise<FigureRows> {
  const { figure, part } = question;
  const kind = KINDS.find((one) => one === part);
  if (figure === 'low' && part === undefined)
    return itemRows(await listItemStock(ctx, { low: true, currentPage: question.currentPage, pageSize: question.pageSize }));
  const choice = Object.hasOwn(LOTS_OF, figure) ? LOTS_OF[figure] : undefined;
  if (choice === undefined || (part !== undefined && (figure !== 'kind' || kind === undefined))) {
    throw new AppError('pharmacy.figure-unknown', { code: EnvelopeCode.NotFound });
  }
  return await lotRows(ctx, choice, kind, question);
}

/** For the manager: what lies in the pharmacy at this moment, what it cost, and what wants a look. Stock is the same for everybody of the facility. */
export const stockFigures = figurePanel<PharmacyTables>({
  id: 'stock',
  title: { zh: '药房库存', zhtw: '藥局庫存', en: 'Stock of the pharmacy' },
  permission: 'pharmacy.figures',
  read,
  rows,
});
