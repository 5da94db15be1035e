import { AppError, EnvelopeCode, type UnitPrice, unitPriceFromText, unitPriceToText, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import { dataRights, pick, type RequestContext, unitPriceColumnToWire } from '@nephra/plugin-sdk/server';
import type { Static } from '@nephra/plugin-sdk/contract';
import type { AdjustBody, AdjustmentLine, addPriceBody, PreviewBody, PriceHistory } from '../../contract/catalogue-price.schema.ts';
import { isLargeChange } from '../../domain/prices/large-change.ts';
import { adjustPrice } from '../../domain/prices/price-adjustment.ts';
import { assertFirstDay, assertNewPrice, assertWithdrawable, exactPrice, nextStep, priceInForce, priceState } from '../../domain/prices/price-in-force.ts';
import { entryTable } from '../tables/entry.table.ts';
import type { CatalogueDb } from '../tables.ts';
import { assertKeeps } from '../entries/entry.policy.ts';
import { type EntryRecord, EntryRepo } from '../entries/entry.repo.ts';
import { priceChangeLimit } from '../price-limit.ts';
import { newPrice, PriceRepo, type StoredPrice } from '../price.repo.ts';
import { catalogueUse } from '../../contract/use.service.ts';
import { propose } from './proposal.command.ts';
import { proposalsOf } from './proposal.query.ts';

type Ctx = RequestContext<CatalogueDb>;

/** A calendar day that exists. @throws AppError `catalogue.no-day` */
function realDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day)
    throw new AppError('catalogue.no-day', { code: EnvelopeCode.Invalid, params: { day } });
  return day;
}

/** Every price of an entry with its state today. */
export async function priceHistoryOf(ctx: Ctx, drugId: string): Promise<PriceHistory> {
  const { orgId } = ctx.user;
  const entry = await new EntryRepo(ctx).demand(orgId, drugId);
  const prices = await new PriceRepo(ctx).history(orgId, drugId);
  const today = ctx.clock.today();
  const newest = prices.reduce<StoredPrice | undefined>((last, price) => (last === undefined || price.seq > last.seq ? price : last), undefined);
  return {
    drugId,
    drugName: entry.drugName,
    drugSpec: entry.drugSpec,
    stockUnit: entry.stockUnit,
    today,
    price: unitPriceColumnToWire(entry.price),
    lastPriceId: newest?.priceId ?? '',
    list: prices.map((price) => ({
      ...pick(price, 'priceId', 'validFrom', 'reason', 'batchId', 'creatorName', 'confirmerName'),
      price: unitPriceToWire(price.price),
      createdAt: price.createdAt.getTime(),
      state: priceState(price, prices, today),
      withdrawn: price.withdrawal && { reason: price.withdrawal.reason, userName: price.withdrawal.userName, at: price.withdrawal.at.getTime() },
    })),
    proposals: await proposalsOf(ctx, drugId),
    changeLimit: await priceChangeLimit(ctx, orgId),
  };
}

/** Whether a second person has to stand behind a price. @param limit per cent; null: never */
const isLarge = (limit: number | null, prices: readonly StoredPrice[], wanted: { validFrom: string; price: UnitPrice }): boolean =>
  limit !== null && isLargeChange(prices, wanted, limit);

/**
 * Writes a price that counts from a day on, or lays a large change before a second person.
 * @returns whether it waits
 * @throws AppError those of `assertNewPrice` and `propose`
 */
export async function addPrice(ctx: Ctx, drugId: string, body: Static<typeof addPriceBody>): Promise<{ waiting: boolean }> {
  const { orgId } = ctx.user;
  const entry = await entryTable.lock(ctx, { orgId, drugId });
  assertKeeps(ctx, [entry.kind]);
  const repo = new PriceRepo(ctx);
  const prices = await repo.history(orgId, drugId);
  const validFrom = realDay(body.validFrom);
  const price = exactPrice(body.price);
  assertNewPrice(prices, { validFrom, price, lastPriceId: body.lastPriceId }, ctx.clock.today());
  const before = priceInForce(prices, validFrom);
  const text = unitPriceToText(price);
  if (before && isLarge(await priceChangeLimit(ctx, orgId), prices, { validFrom, price })) {
    await propose(ctx, { validFrom, reason: body.reason, many: false, lines: [{ drugId, before: before.text, after: text }] });
    return { waiting: true };
  }
  await repo.insert([newPrice(ctx, { drugId, validFrom, price, reason: body.reason })]);
  ctx.audit({ subject: 'catalogue', subjectId: drugId, before: { price: before?.text ?? null }, after: { validFrom, price: text }, note: body.reason });
  return { waiting: false };
}

/**
 * Takes back a price that nothing was prescribed at.
 * @throws AppError `catalogue.price-not-found`, those of `assertWithdrawable`, and `catalogue.price-used` or, when none of the prescriptions may be named,
 * `catalogue.price-used-unnamed`
 */
export async function withdrawPrice(ctx: Ctx, drugId: string, priceId: string, reason: string): Promise<void> {
  const { orgId, userId, userName } = ctx.user;
  const entry = await entryTable.lock(ctx, { orgId, drugId });
  assertKeeps(ctx, [entry.kind]);
  const repo = new PriceRepo(ctx);
  const prices = await repo.history(orgId, drugId);
  const price = prices.find((one) => one.priceId === priceId);
  if (!price) throw new AppError('catalogue.price-not-found', { code: EnvelopeCode.NotFound });
  assertWithdrawable(price, prices, ctx.clock.today());
  const rightsOn = (menu: string) => dataRights(ctx, menu);
  const { count, first } = await ctx.service(catalogueUse).writtenAt({ orgId, drugId, price: price.price, since: price.createdAt, rightsOn });
  if (count > 0) {
    const params = { day: price.validFrom, count };
    throw new AppError(first === null ? 'catalogue.price-used-unnamed' : 'catalogue.price-used', {
      params: first === null ? params : { ...params, number: first },
    });
  }
  await repo.withdraw(priceId, { reason: reason.trim(), creatorId: userId, creatorName: userName, createdAt: ctx.clock.now() });
  ctx.audit({ subject: 'catalogue', subjectId: drugId, before: { validFrom: price.validFrom, price: price.text }, note: reason });
}

/** What a rule makes of each entry's price on its first day. */
async function adjusted(ctx: Ctx, entries: readonly EntryRecord[], rule: Omit<PreviewBody, 'drugIds'>): Promise<AdjustmentLine[]> {
  const histories = await new PriceRepo(ctx).histories(
    ctx.user.orgId,
    entries.map((entry) => entry.drugId),
  );
  const limit = await priceChangeLimit(ctx, ctx.user.orgId);
  return entries.map((entry) => {
    const prices = histories.get(entry.drugId) ?? [];
    const before = priceInForce(prices, rule.validFrom)?.price ?? unitPriceFromText(entry.price);
    const { after, fault } = adjustPrice(before, rule);
    const later = nextStep(prices, rule.validFrom);
    return {
      ...pick(entry, 'drugId', 'drugName', 'drugSpec', 'drugType', 'stockUnit'),
      before: unitPriceToWire(before),
      after: unitPriceToWire(after),
      fault: fault ?? '',
      later: later ? { validFrom: later.validFrom, price: unitPriceToWire(later.price) } : null,
      large: fault === undefined && prices.length > 0 && isLarge(limit, prices, { validFrom: rule.validFrom, price: after }),
    };
  });
}

/** @throws AppError `catalogue.adjust-unknown` when an entry is not in the facility's catalogue */
async function entriesFor(ctx: Ctx, drugIds: readonly string[]): Promise<EntryRecord[]> {
  const entries = await new EntryRepo(ctx).byIds(ctx.user.orgId, drugIds);
  if (entries.length !== new Set(drugIds).size) throw new AppError('catalogue.adjust-unknown', { code: EnvelopeCode.NotFound });
  assertKeeps(
    ctx,
    entries.map((entry) => entry.kind),
  );
  return entries;
}

function assertRule(ctx: Ctx, rule: Omit<PreviewBody, 'drugIds'>): void {
  assertFirstDay(realDay(rule.validFrom), ctx.clock.today());
  if (Number(rule.value.toFixed(4)) !== rule.value) throw new AppError('catalogue.adjust-value', { code: EnvelopeCode.Invalid });
}

export async function previewAdjustment(ctx: Ctx, { drugIds, ...rule }: PreviewBody): Promise<AdjustmentLine[]> {
  assertRule(ctx, rule);
  return adjusted(ctx, await entriesFor(ctx, drugIds), rule);
}

/**
 * Writes the new prices of many entries, all or none; with a large change among them all wait for a second person. The caller says which price each had
 * when he decided.
 * @throws AppError `catalogue.adjust-moved` (409) when one has another price by now, `catalogue.adjust-fault` when one would get no proper price
 */
export async function adjustPrices(ctx: Ctx, { lines, reason, ...rule }: AdjustBody): Promise<{ batchId: string; count: number; waiting: boolean }> {
  assertRule(ctx, rule);
  const seen = new Map(lines.map((line) => [line.drugId, line.before]));
  const repo = new EntryRepo(ctx);
  await repo.lock(ctx.user.orgId, [...seen.keys()]);
  const entries = await entriesFor(ctx, [...seen.keys()]);
  const now = await adjusted(ctx, entries, rule);
  for (const line of now) {
    if (seen.get(line.drugId) !== line.before) throw new AppError('catalogue.adjust-moved', { code: EnvelopeCode.Conflict, params: { name: line.drugName } });
    if (line.fault !== '') throw new AppError('catalogue.adjust-fault', { params: { name: line.drugName } });
  }
  const changes = now.map((line) => ({ ...line, text: unitPriceToText(exactPrice(line.after)) }));
  if (changes.some((line) => line.large)) {
    const proposed = changes.map((line) => ({ drugId: line.drugId, before: unitPriceToText(exactPrice(line.before)), after: line.text }));
    const batchId = await propose(ctx, { validFrom: rule.validFrom, reason, many: true, lines: proposed });
    return { batchId, count: changes.length, waiting: true };
  }
  const batchId = ctx.newId();
  await new PriceRepo(ctx).insert(
    changes.map((line) => newPrice(ctx, { drugId: line.drugId, validFrom: rule.validFrom, price: exactPrice(line.after), reason, batchId })),
  );
  ctx.audit({ subject: 'catalogue-adjustment', subjectId: batchId, after: { ...rule, count: changes.length }, note: reason });
  return { batchId, count: changes.length, waiting: false };
}
