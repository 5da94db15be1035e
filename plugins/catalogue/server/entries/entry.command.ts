import { AppError, EnvelopeCode, quantityFromWire, quantityToWire } from '@nephra/plugin-sdk/contract';
import { dataRights, type RequestContext } from '@nephra/plugin-sdk/server';
import { type CatalogueKind, ENTRY_FIELDS, type EntryField, type EntryFieldName } from '../../contract/catalogue.schema.ts';
import { catalogueStock } from '../../contract/catalogue.service.ts';
import type { CreateEntryBody, UpdateEntryBody } from '../../contract/catalogue-entry.schema.ts';
import { DOSE_DECIMALS, QUANTITY_DECIMALS } from '../../contract/lines/line-limits.ts';
import { changesUnits, type EntryFacts, entryFaults } from '../../domain/entry-facts.ts';
import { changesPiecePrice } from '../../domain/prices/large-change.ts';
import { exactPrice } from '../../domain/prices/price-in-force.ts';
import { entryFacts } from '../catalogue.present.ts';
import { entryForm, type EntryStored, entryTable } from '../tables/entry.table.ts';
import type { CatalogueDb } from '../tables.ts';
import { assertOfferedCodes } from './offered-orders.ts';
import { assertKeeps } from './entry.policy.ts';
import { catalogueUse } from '../../contract/use.service.ts';
import { EntryRepo } from './entry.repo.ts';
import { priceChangeLimit } from '../price-limit.ts';
import { newPrice, PriceRepo } from '../price.repo.ts';

type Ctx = RequestContext<CatalogueDb>;
const FIELDS = Object.entries(ENTRY_FIELDS) as readonly (readonly [EntryFieldName, EntryField])[];
/** Numbers are kept with so many decimals. */
const DECIMALS: Readonly<Partial<Record<EntryField['kind'], number>>> = { dose: DOSE_DECIMALS, quantity: QUANTITY_DECIMALS };
const PREFIX: Readonly<Record<CatalogueKind, string>> = { drug: 'D', material: 'M', item: 'S' };

const refuse = (key: string, params: Record<string, string | number> = {}): never => {
  throw new AppError(`catalogue.${key}`, { code: EnvelopeCode.Refused, params });
};

const words = (list: readonly string[]): string[] => [...new Set(list.map((word) => word.trim()).filter((word) => word !== ''))];

/** Texts without blanks around them, lists without doubles; nothing else of what was typed is changed. */
const tidied = (kind: EntryField['kind'], value: unknown): unknown =>
  kind === 'text' ? (value as string).trim() : kind === 'words' ? words(value as readonly string[]) : value;
const tidy = (facts: EntryFacts): EntryFacts => ({
  ...facts,
  ...Object.fromEntries(FIELDS.map(([name, { kind }]) => [name, tidied(kind, facts[name])])),
});

/** Numbers that the columns keep as they are; what they would round away is refused, not lost. */
function assertExact(facts: EntryFacts): void {
  for (const [name, { kind }] of FIELDS) {
    const decimals = DECIMALS[kind];
    if (decimals !== undefined && Number(Number(facts[name]).toFixed(decimals)) !== facts[name]) refuse('number', { decimals });
  }
}

/** An entry's row as far as a person writes it. */
function contentOf(facts: EntryFacts, { drugId, drugNumber }: { drugId: string; drugNumber: string }) {
  assertExact(facts);
  return entryForm.fromWire({ ...facts, drugId, drugNumber });
}

function assertFits(facts: EntryFacts): void {
  const [fault] = entryFaults(facts);
  if (fault) refuse(fault.key);
}

/** What a drug is usually given as, at the fields of its form. @throws AppError `catalogue.code-hidden` */
async function assertUsualCodes(ctx: Ctx, before: EntryFacts | null, after: EntryFacts): Promise<void> {
  const codes = ({ usualUsage, usualInterval }: EntryFacts) => ({ drugUsage: usualUsage, drugInterval: usualInterval });
  await assertOfferedCodes(ctx, before ? [codes(before)] : [], codes(after), { drugUsage: 'usualUsage', drugInterval: 'usualInterval' });
}

/** @throws AppError `catalogue.duplicate`, `catalogue.number-taken`, each naming the other entry. */
async function assertUnique(repo: EntryRepo, orgId: string, drugId: string, facts: EntryFacts): Promise<void> {
  const twin = await repo.twin(orgId, { ...facts, drugId });
  if (twin) {
    const params = { name: twin.drugName, spec: twin.drugSpec || '–', maker: twin.drugChangjia || '–', number: twin.drugNumber || '–' };
    refuse(twin.enabled ? 'duplicate' : 'duplicate-disabled', params);
  }
  const holder = facts.drugNumber === '' ? undefined : await repo.withNumber(orgId, facts.drugNumber, drugId);
  if (holder) refuse('number-taken', { number: facts.drugNumber, name: holder.drugName });
}

/** @throws AppError `catalogue.units-stock`, `catalogue.units-open`, `catalogue.units-open-unnamed` when all of them are hidden: quantities somewhere are counted in the old units. */
async function assertUnitsFree(ctx: Ctx, before: EntryStored): Promise<void> {
  const { orgId } = ctx.user;
  const [stock] = (await ctx.optionalService(catalogueStock)?.stockOf(orgId, [before.drugId])) ?? [];
  const held = stock?.onHand ?? stock?.available ?? 0;
  if (stock && held > 0) refuse('units-stock', { name: before.drugName, count: quantityToWire(held as typeof stock.available), unit: before.preparaUnit });
  const open = await ctx.service(catalogueUse).stillCounted({ orgId, drugId: before.drugId, rightsOn: (menu) => dataRights(ctx, menu) });
  const params = { name: before.drugName, count: open.count };
  if (open.count > 0) refuse(open.first === null ? 'units-open-unnamed' : 'units-open', open.first === null ? params : { ...params, number: open.first });
}

/**
 * A pack of another size is another price of each piece. Behind the limit that takes a new entry, or a second person would be passed by.
 * @throws AppError `catalogue.units-price`
 */
async function assertPiecePrice(ctx: Ctx, before: EntryStored, facts: EntryFacts): Promise<void> {
  const limit = await priceChangeLimit(ctx, ctx.user.orgId);
  const was = before.stockDmin;
  if (limit === null || !changesPiecePrice(was, quantityFromWire(facts.stockDmin), limit)) return;
  if (await ctx.service(catalogueUse).isWritten(ctx.user.orgId, before.drugId)) refuse('units-price', { name: before.drugName, limit });
}

/** Adds an entry with the price that counts from today on. @returns its id */
export async function createEntry(ctx: Ctx, { price, ...given }: CreateEntryBody): Promise<string> {
  assertKeeps(ctx, [given.kind]);
  const { orgId } = ctx.user;
  const facts = tidy(given);
  assertFits(facts);
  await assertUsualCodes(ctx, null, facts);
  const firstPrice = exactPrice(price);
  const repo = new EntryRepo(ctx);
  const drugId = ctx.newId();
  await repo.lockNames(orgId);
  await assertUnique(repo, orgId, drugId, facts);
  const drugNumber = facts.drugNumber || (await ctx.numbers.next(`catalogue.${orgId}.${facts.kind}`, { prefix: PREFIX[facts.kind], digits: 6 }));
  await entryTable.insert(ctx, { orgId, ...contentOf(facts, { drugId, drugNumber }), enabled: true });
  await new PriceRepo(ctx).insert([newPrice(ctx, { drugId, validFrom: ctx.clock.today(), price: firstPrice, reason: '' })]);
  ctx.audit({ subject: 'catalogue', subjectId: drugId, after: { ...facts, price } });
  return drugId;
}

/** Changes what an entry says. @throws AppError `catalogue.stale` (409) and those of its rules */
export async function updateEntry(ctx: Ctx, drugId: string, { version, ...given }: UpdateEntryBody): Promise<void> {
  const { orgId } = ctx.user;
  const repo = new EntryRepo(ctx);
  await repo.lockNames(orgId);
  const before = await entryTable.lock(ctx, { orgId, drugId }, version);
  assertKeeps(ctx, [before.kind]);
  const facts = tidy({ ...given, kind: before.kind });
  assertFits(facts);
  await assertUnique(repo, orgId, drugId, facts);
  const was = entryFacts(before);
  await assertUsualCodes(ctx, was, facts);
  if (changesUnits(was, facts)) {
    await assertUnitsFree(ctx, before);
    await assertPiecePrice(ctx, before, facts);
  }
  await entryTable.update(ctx, before, contentOf(facts, { drugId, drugNumber: facts.drugNumber || before.drugNumber }));
  ctx.audit({ subject: 'catalogue', subjectId: drugId, ...difference(was, facts) });
}

/** What changed, before and after: an audit entry that shows one field is read, one with forty is not. */
function difference(before: object, after: object): { before: object; after: object } {
  const old = new Map(Object.entries(before));
  const changed = Object.entries(after).filter(([name, value]) => JSON.stringify(old.get(name)) !== JSON.stringify(value));
  return { before: Object.fromEntries(changed.map(([name]) => [name, old.get(name)])), after: Object.fromEntries(changed) };
}

/** Takes an entry out of use or back. Prescriptions and packages that hold it keep it and say so. */
export async function setEntryState(ctx: Ctx, drugId: string, enabled: boolean, version: number): Promise<void> {
  const before = await entryTable.lock(ctx, { orgId: ctx.user.orgId, drugId }, version);
  assertKeeps(ctx, [before.kind]);
  if (before.enabled === enabled) return;
  await entryTable.update(ctx, before, { enabled });
  ctx.audit({ subject: 'catalogue', subjectId: drugId, before: { enabled: before.enabled }, after: { enabled } });
}
