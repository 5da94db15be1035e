import { catalogueEntries } from '../../../catalogue/contract/index.ts';
import { materialsOf } from '../../contract/material/material.ts';
import type { CatalogueKind, ScannedPiece, Treatment } from '../../domain/money/charge-lines.ts';
import { isIncluded, treatmentPriceOn } from '../../domain/money/price-rules.ts';
import { entryTable } from '../tables/entry.table.ts';
import { givenTable, kitTable, orderTable } from '../tables/order.table.ts';
import type { SessionStored } from '../tables/session.table.ts';
import type { ClosingCtx } from '../tables/tables.ts';
import { priceRulesOf } from './price-rules.query.ts';

/** Lots as the sheet says them in words, where nothing was scanned for the same. */
function writtenLots(session: SessionStored, scanned: readonly ScannedPiece[]): ScannedPiece[] {
  const fields = session.sections.start?.fields;
  const written = [
    ['dialyser', fields?.dialyserLot],
    ['lines', fields?.linesLot],
  ] as const;
  return written.flatMap(([role, lot]) =>
    typeof lot === 'string' && lot.trim() !== '' && !scanned.some((piece) => piece.role === role) ? [{ role, drugId: '', drugName: '', lot: lot.trim() }] : [],
  );
}

async function givenLines(ctx: ClosingCtx, session: SessionStored): Promise<Treatment['given']> {
  const given = await givenTable
    .select(ctx, 'g')
    .where('g.sessionId', '=', session.id)
    .where('g.outcome', '<>', 'skipped')
    .orderBy('g.at')
    .orderBy('g.id')
    .execute();
  const ids = given.map(({ orderId }) => orderId);
  const orders = ids.length === 0 ? [] : await orderTable.select(ctx, 'o').where('o.id', 'in', ids).execute();
  const byId = new Map(orders.map((order) => [order.id, order]));
  return given.flatMap(({ orderId, dose, codes }) => {
    const order = byId.get(orderId);
    if (!order || order.drugId === '') return [];
    return [{ kind: order.drugKind as CatalogueKind, drugId: order.drugId, quantity: order.quantity, title: `${order.title} ${dose}`, codes }];
  });
}

/** What was used and done in a treatment, for stock and charges. */
export async function treatmentOf(ctx: ClosingCtx, session: SessionStored): Promise<Treatment> {
  const kit = await kitTable
    .select(ctx, 'k')
    .where('k.orgId', '=', session.orgId)
    .where('k.mode', '=', session.mode)
    .orderBy('k.createdAt')
    .orderBy('k.id')
    .execute();
  const scans = await entryTable
    .select(ctx, 'e')
    .where('e.sessionId', '=', session.id)
    .where('e.kind', 'in', ['material', 'materialGone'])
    .orderBy('e.at')
    .orderBy('e.id')
    .execute();
  const scanned = materialsOf(scans).map(({ role, drugId, drugName, lot }) => ({ role, drugId, drugName, lot }));
  const prescribed = session.plan?.prescription;
  const plain: Treatment = {
    kit: kit.map(({ part, drugKind, drugId, quantity, used, charged }) => ({ part, kind: drugKind as CatalogueKind, drugId, quantity, used, charged })),
    ...{ dialyserId: prescribed?.dialyserId ?? null, perfusorId: prescribed?.perfusorId ?? null },
    given: await givenLines(ctx, session),
    scanned: [...scanned, ...writtenLots(session, scanned)],
  };
  const price = treatmentPriceOn((await priceRulesOf(ctx, session.orgId)).prices, session.mode, session.day);
  if (!price) return plain;
  const goods = [
    ...new Set([...plain.kit, ...plain.scanned, { drugId: plain.dialyserId ?? '' }, { drugId: plain.perfusorId ?? '' }].map(({ drugId }) => drugId)),
  ];
  const entries = await ctx.service(catalogueEntries).entries(
    session.orgId,
    goods.filter((drugId) => drugId !== ''),
  );
  const included = new Set(
    entries.filter(({ drugName, medicalInsCode }) => isIncluded(price.includes, { name: drugName, code: medicalInsCode })).map(({ drugId }) => drugId),
  );
  return { ...plain, rule: { drugId: price.drugId, includes: (drugId) => included.has(drugId) } };
}
