import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/databases/test-database.ts';
import type { Database } from '../../../shell/server/db/index.ts';
import { EnvelopeCode, fen, type OrgId } from '../../contract/index.ts';
import { createFakeServerContext } from '../../testing/fakes/fake-server-context.ts';
import { searchGrams } from '../paging/search.ts';
import { column, kept } from './column.ts';
import { defineTable } from './define-table.ts';

const cardTable = defineTable(
  'ward.card',
  {
    id: column.id(),
    account: column.text(30),
    mobile: column.text(30),
    active: column.flag(),
    property: column.json<{ readonly shortName?: unknown } | null>().nullable(),
    searchGrams: column.grams('account', 'property.shortName'),
    ...kept,
  },
  {
    scope: 'installation',
    unique: { card_account_idx: ['account'], card_mobile_idx: ['mobile'] },
    taken: { account: ['account-taken', 'account', EnvelopeCode.Conflict] },
  },
);
const entryTable = defineTable(
  'ward.entry',
  { id: column.id(), orgId: column.org(), note: column.text(20), tags: column.texts(5), createdAt: column.instant() },
  { rowsStay: true, unique: { entry_note_idx: ['orgId', 'note'] } },
);
const priceTable = defineTable('ward.price', { id: column.id(), price: column.money(), version: column.int(1, 9) }, { rowsStay: true, scope: 'installation' });

const MIGRATION = `
  create table ward.card (id text primary key, account text not null, mobile text not null, active boolean not null, property jsonb,
    search_grams text[] not null, created_at timestamptz not null, updated_at timestamptz not null, version integer not null, deleted_at timestamptz);
  create unique index card_account_idx on ward.card (lower(account)) where deleted_at is null;
  create unique index card_mobile_idx on ward.card (mobile) where mobile <> '' and deleted_at is null;
  create table ward.entry (id text primary key, org_id text not null, note text not null, tags text[] not null, created_at timestamptz not null);
  create unique index entry_note_idx on ward.entry (org_id, note);
  create table ward.price (id text primary key, price numeric(14, 2) not null, version integer not null);`;

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase([{ plugin: 'ward', schema: 'ward', migrations: [{ name: '0001-ward', sql: MIGRATION }] }]);
});
afterAll(() => db.close());
afterEach(() => db.script('delete from ward.card; delete from ward.entry; delete from ward.price'));

let made = 0;
function newId(): string {
  made += 1;
  return `made-${made}`;
}
function caller({ orgIds = ['gz'] }: { orgIds?: readonly OrgId[] } = {}) {
  const user = { userId: 'u1', orgId: orgIds[0], orgIds, isAdministrator: false };
  return { ...createFakeServerContext<Record<string, never>>({ db: db.kyselyFor(), pluginId: 'ward', user }), newId };
}
const ctx = () => caller();
const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

it('an index over small letters and one without empty texts are judges, too, and the reply has the code of its sentence', async () => {
  const card = { account: 'Sim', mobile: '', active: true, property: null };
  await cardTable.insert(ctx(), card);
  const taken = { key: 'ward.account-taken', code: EnvelopeCode.Conflict, params: { account: 'sIM' }, fields: [{ path: 'account', msg: '' }] };
  expect(await refusalOf(cardTable.insert(ctx(), { ...card, account: 'sIM' }))).toMatchObject(taken);
  const other = await cardTable.insert(ctx(), { ...card, account: 'other' });
  expect(await refusalOf(cardTable.update(ctx(), other, { account: 'sIM' }))).toMatchObject(taken);
  const numbered = await cardTable.update(ctx(), other, { mobile: '139' });
  expect(await refusalOf(cardTable.insert(ctx(), { ...card, account: 'third', mobile: '139' }))).toMatchObject({ fields: [{ path: 'mobile', msg: '' }] });
  await cardTable.retire(ctx(), numbered, { active: false });
  await cardTable.insert(ctx(), { ...card, account: 'third', mobile: '139' });
  const gone = await cardTable['~open'].one(ctx(), other.id);
  expect(gone).toMatchObject({ active: false, version: 3 });
});

it('makes search pieces of members of a JSON column, whatever stands in it', async () => {
  const card = { account: 'sim', mobile: '', active: true };
  const row = await cardTable.insert(ctx(), { ...card, property: { shortName: '肾病' } });
  const grams = async () => (await cardTable.select(ctx(), 'c').clearSelect().select('c.searchGrams').executeTakeFirstOrThrow()).searchGrams;
  expect(await grams()).toEqual(expect.arrayContaining(['sim', '肾病']));
  const changed = await cardTable.update(ctx(), row, { property: { shortName: ['x'] } });
  expect(await grams()).toEqual(searchGrams('sim'));
  await cardTable.update(ctx(), changed, { property: null });
  expect(await grams()).toEqual(searchGrams('sim'));
});

describe('rows that stay', () => {
  it('are shown by their organisation, written, judged by their index, and neither changed nor deleted', async () => {
    const content = { orgId: 'gz' as OrgId, note: 'a', tags: ['x', '长'] };
    const row = await entryTable.insert(ctx(), content);
    expect(row).toEqual({ ...content, id: row.id, createdAt: expect.any(Date) });
    expect(await entryTable.one(ctx(), row.id)).toEqual(row);
    expect(await entryTable.lock(ctx(), row.id)).toEqual(row);
    expect(await entryTable.find(caller({ orgIds: ['wh'] }), row.id)).toBeUndefined();
    expect(await entryTable.everywhere(ctx(), 'all entries are counted').execute()).toEqual([row]);
    expect(await refusalOf(entryTable.insert(ctx(), content))).toMatchObject({ key: 'core.duplicate', fields: [{ path: 'note', msg: '' }] });
    expect(await refusalOf(entryTable.insert(ctx(), { ...content, note: 'b', tags: ['longer'] }))).toMatchObject({ fields: [{ path: 'tags', msg: '' }] });
    expect(await refusalOf(entryTable.update(ctx(), row, { note: 'b' }))).toMatchObject({ message: 'ward.entry: rows without a version are not changed' });
    expect(await refusalOf(entryTable.retire(ctx(), row))).toMatchObject({ message: 'ward.entry: rows that stay are not deleted' });
  });

  it('with a version are changed by who read the newest', async () => {
    const row = await priceTable.insert(ctx(), { price: fen(100) });
    const next = await priceTable.update(ctx(), row, { price: fen(200) });
    expect(next).toEqual({ id: row.id, price: 200, version: 2 });
    expect(await refusalOf(priceTable.update(ctx(), row, { price: fen(300) }))).toMatchObject({ key: 'ward.stale' });
    expect(await priceTable.select(ctx(), 'p').execute()).toEqual([next]);
  });
});
