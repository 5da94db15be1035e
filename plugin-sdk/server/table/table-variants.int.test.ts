import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/databases/test-database.ts';
import type { Database } from '../../../shell/server/db/index.ts';
import { EnvelopeCode, fen, type Money, type OrgId } from '../../contract/index.ts';
import { createFakeServerContext } from '../../testing/fakes/fake-server-context.ts';
import { TABLE_FACTS_SQL, type TableFacts, tableDrift } from '../../testing/table-drift.ts';
import { matchesKeyword, matchesLetter, searchGrams } from '../paging/search.ts';
import { column, kept } from './column.ts';
import { defineTable } from './define-table.ts';
import { closedDoor, ownedBy } from './row-door.ts';
import type { SqlRow } from './table-types.ts';

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
const pairTable = defineTable(
  'ward.pair',
  { id: column.id(), one: column.text(9), other: column.text(9), version: column.int(1, 9) },
  { rowsStay: true, scope: 'installation', unique: { pair_idx: ['one', 'other'] }, taken: { other: ['pair-taken', 'other'] }, errorPrefix: 'pair' },
);
const stockTable = defineTable(
  'ward.stock',
  {
    orgId: column.org(),
    itemNo: column.text(9),
    least: column.money(),
    facts: column.json<{ readonly a: number }>(),
    note: column.text(5).nullable(),
    version: column.int(1, 9),
    searchGrams: column.grams('itemNo'),
  },
  {
    rowsStay: true,
    key: ['orgId', 'itemNo'],
    menu: 'ward.stock',
    dataFields: { least: { column: 'least', type: 'Double' }, state: { column: null, type: 'Int32' } },
  },
);
const entryLineTable = defineTable(
  'ward.entry_line',
  { entryId: column.ref('ward.entry'), lineNo: column.int(1, 99), amount: column.money() },
  { rowsStay: true, scope: ownedBy(entryTable, 'entry_id'), key: ['entryId', 'lineNo'] },
);
const gateCodeTable = defineTable('ward.gate_code', { id: column.id(), weight: column.float() }, { rowsStay: true, scope: closedDoor });
interface Tables {
  'ward.stock': SqlRow<typeof stockTable>;
  'ward.entry_line': SqlRow<typeof entryLineTable>;
}

const personTable = defineTable(
  'ward.person',
  {
    id: column.id(),
    fullName: column.text(30),
    sex: column.intChoice(0, 1, 2, 9),
    weekdays: column.ints(1, 7),
    pinyin: column.initials('fullName', 'person'),
    searchGrams: column.grams('fullName'),
    searchLetters: column.letters(),
    version: column.int(1, 99),
  },
  { rowsStay: true, scope: 'installation', rowName: 'fullName' },
);

const MIGRATION = `
  create table ward.person (id text primary key, full_name text not null, sex smallint not null, weekdays smallint[] not null, pinyin text not null,
    search_grams text[] not null, search_letters bigint not null, version integer not null);
  create table ward.card (id text primary key, account text not null, mobile text not null, active boolean not null, property jsonb,
    search_grams text[] not null, created_at timestamptz not null, updated_at timestamptz not null, version integer not null, deleted_at timestamptz);
  create unique index card_account_idx on ward.card (lower(account)) where deleted_at is null;
  create unique index card_mobile_idx on ward.card (mobile) where mobile <> '' and deleted_at is null;
  create table ward.entry (id text primary key, org_id text not null, note text not null, tags text[] not null, created_at timestamptz not null);
  create unique index entry_note_idx on ward.entry (org_id, note);
  create table ward.pair (id text primary key, one text not null, other text not null, version integer not null);
  create unique index pair_idx on ward.pair (least(one, other), greatest(one, other));
  create table ward.price (id text primary key, price numeric(14, 2) not null, version integer not null);
  create table ward.stock (org_id text not null, item_no text not null, least numeric(14, 2) not null, facts jsonb not null, note text, version integer not null,
    search_grams text[] not null, primary key (org_id, item_no));
  create table ward.entry_line (entry_id text not null references ward.entry (id), line_no integer not null, amount numeric(14, 2) not null,
    primary key (entry_id, line_no));
  create table ward.gate_code (id text primary key, weight double precision not null);`;

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase([{ plugin: 'ward', schema: 'ward', migrations: [{ name: '0001-ward', sql: MIGRATION }] }]);
});
afterAll(() => db.close());
afterEach(() =>
  db.script(
    'delete from ward.pair; delete from ward.stock; delete from ward.entry_line; delete from ward.card; delete from ward.entry; delete from ward.price; delete from ward.person',
  ),
);

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

it('an index over a pair without an order is one over both, and rows may have sentences of their own', async () => {
  const row = await pairTable.insert(ctx(), { one: 'a', other: 'b' });
  const taken = { key: 'ward.pair-taken', params: { other: 'a' }, fields: [{ path: 'other', msg: '' }] };
  expect(await refusalOf(pairTable.insert(ctx(), { one: 'b', other: 'a' }))).toMatchObject(taken);
  const { rows } = await sql<{ readonly name: string; readonly facts: TableFacts }>`${sql.raw(TABLE_FACTS_SQL)}`.execute(db.kysely);
  const facts = rows.find(({ name }) => name === 'ward.pair')?.facts;
  expect(tableDrift(pairTable as never, facts)).toEqual([]);
  const reversed = { ...pairTable, options: { ...pairTable.options, unique: { pair_idx: ['other', 'one'] } } };
  expect(tableDrift(reversed as never, facts)).toHaveLength(1);
  await pairTable.update(ctx(), row, { one: 'b', other: 'a' });
  expect(await refusalOf(pairTable.update(ctx(), row, { one: 'c' }))).toMatchObject({ key: 'ward.pair-stale' });
  expect(await refusalOf(pairTable.lock(ctx(), row.id, 1))).toMatchObject({ key: 'ward.pair-stale' });
  for (const call of ['one', 'lock'] as const) expect(await refusalOf(pairTable[call](ctx(), 'no'))).toMatchObject({ key: 'ward.pair-not-found' });
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

describe('rows of people', () => {
  const person = { fullName: '曾国栋', sex: 2, weekdays: [1, 3, 5] } as const;

  it('are sorted by their initials, which follow the name, are read with a row by nobody and can be found by everybody', async () => {
    const row = await personTable.insert(ctx(), person);
    await personTable.insert(ctx(), { ...person, fullName: '赵一' });
    expect(Object.keys(row)).toEqual(['id', 'fullName', 'sex', 'weekdays', 'version']);
    const initials = async () => (await personTable.select(ctx(), 'p').select('p.pinyin').orderBy('p.pinyin').execute()).map(({ pinyin }) => pinyin);
    expect(await initials()).toEqual(['zgd', 'zy']);
    const changed = await personTable.update(ctx(), row, { sex: 1 });
    expect(await initials()).toEqual(['zgd', 'zy']);
    await personTable.update(ctx(), changed, { fullName: '李四' });
    expect(await initials()).toEqual(['ls', 'zy']);
  });

  it('are found by one letter as by the search pieces that it is made of, however they were written', async () => {
    const row = await personTable.insert(ctx(), person);
    const names = ['赵一', 'Lena 7', '（）'];
    await personTable.insertAll(ctx(), [...names.map((fullName) => ({ ...person, fullName })), { ...person, fullName: '旧', searchGrams: ['x', 'xy', '旧'] }]);
    await personTable.update(ctx(), row, { fullName: '李四' });
    for (const keyword of ['l', 'L', 'x', 'n', '7', '9', 'd']) {
      const found = (condition: RawBuilder<SqlBool> | undefined) =>
        personTable
          .select(ctx(), 'p')
          .where(condition ?? sql<SqlBool>`false`)
          .orderBy('p.id')
          .execute();
      expect(await found(matchesLetter('p.searchLetters', keyword)), keyword).toEqual(await found(matchesKeyword('p.searchGrams', keyword)));
    }
    const ofL = personTable.select(ctx(), 'p').where(matchesLetter('p.searchLetters', 'l') ?? sql<SqlBool>`false`);
    expect((await ofL.execute()).map(({ fullName }) => fullName).sort()).toEqual(['Lena 7', '李四']);
  });

  it('keep lists of numbers and codes that are numbers as they are, and take no other', async () => {
    const row = await personTable.insert(ctx(), person);
    expect(await personTable.one(ctx(), row.id)).toEqual(row);
    expect(await personTable.update(ctx(), row, { weekdays: [] })).toMatchObject({ weekdays: [], sex: 2 });
    const refused = (path: string) => ({ key: 'core.bad-value', fields: [{ path, msg: '' }] });
    expect(await refusalOf(personTable.insert(ctx(), { ...person, weekdays: [8] }))).toMatchObject(refused('weekdays'));
    expect(await refusalOf(personTable.insert(ctx(), { ...person, sex: 3 as 1 }))).toMatchObject(refused('sex'));
  });

  it('come in hundreds, each as if it came alone', async () => {
    await personTable.insertAll(
      ctx(),
      Array.from({ length: 450 }, (_, at) => ({ ...person, fullName: at === 449 ? '李四' : `曾${at}` })),
    );
    const all = personTable.select(ctx(), 'p');
    expect(await all.execute()).toHaveLength(450);
    expect(await all.where('p.pinyin', '=', 'ls').execute()).toMatchObject([{ fullName: '李四', sex: 2, weekdays: [1, 3, 5], version: 1 }]);
    await personTable.insertAll(ctx(), []);
    const own = { ...person, id: 'own', fullName: '王五', version: 7, pinyin: 'xx' };
    await personTable.insertAll({ db: ctx().db }, [own]);
    await personTable.insertAll({ db: ctx().db }, [{ ...own, fullName: '赵六' }], { unlessTaken: ['id'] });
    expect(await all.where('p.id', '=', 'own').where('p.pinyin', '=', 'xx').execute()).toMatchObject([{ fullName: '王五', version: 7 }]);
    expect(await refusalOf(personTable.insertAll(ctx(), [{ ...person, weekdays: [0] }]))).toMatchObject({ key: 'core.bad-value' });
  });

  it('are called by their name where somebody else changed them', async () => {
    const row = await personTable.insert(ctx(), person);
    await personTable.update(ctx(), row, { sex: 1 });
    const stale = { key: 'ward.stale', params: { name: '曾国栋' } };
    expect(await refusalOf(personTable.update(ctx(), row, { sex: 9 }))).toMatchObject(stale);
    expect(await refusalOf(personTable.lock(ctx(), row.id, 1))).toMatchObject(stale);
  });
});

describe('rows without an id', () => {
  const content = { orgId: 'gz' as OrgId, itemNo: 'a', least: fen(150), facts: { a: 1 }, note: null };

  it('are written and changed by their key, each alone', async () => {
    const row = await stockTable.insert(ctx(), content);
    const other = await stockTable.insert(ctx(), { ...content, itemNo: 'b' });
    expect(row).toEqual({ ...content, version: 1 });
    const next = await stockTable.update(ctx(), row, { least: fen(200), note: 'x' });
    expect(await stockTable.everywhere(ctx(), 'all stock is compared here', 's').orderBy('s.itemNo').execute()).toEqual([
      { ...content, least: 200, note: 'x', version: 2 },
      other,
    ]);
    expect(await refusalOf(stockTable.update(ctx(), row, { note: 'y' }))).toMatchObject({ key: 'ward.stale' });
    expect(next.version).toBe(2);
  });

  it('are found and kept by all columns of their key, behind the door', async () => {
    const row = await stockTable.insert(ctx(), content);
    await stockTable.insert(ctx(), { ...content, itemNo: 'b' });
    const key = { orgId: row.orgId, itemNo: 'a' };
    expect(await stockTable.find(ctx(), key)).toEqual(row);
    expect(await stockTable.lock(ctx(), key, 1)).toEqual(row);
    expect(await stockTable.find(caller({ orgIds: ['wh'] }), key)).toBeUndefined();
    expect(await refusalOf(stockTable.one(ctx(), { ...key, itemNo: 'c' }))).toMatchObject({ key: 'ward.not-found' });
    expect(await refusalOf(stockTable.lock(caller({ orgIds: ['wh'] }), key))).toMatchObject({ key: 'ward.not-found' });
    expect(await refusalOf(stockTable.lock(ctx(), key, 2))).toMatchObject({ key: 'ward.stale' });
    for (const part of [{ itemNo: 'a' }, {}, { ...key, note: null }])
      await expect(async () => await stockTable.find(ctx(), part)).rejects.toThrow('ward.stock: a row is found by orgId, itemNo');
  });

  it('are not found by one, and say what they are found by', () => {
    // @ts-expect-error there is no id
    const find = () => stockTable.find(ctx(), 'a');
    expect(find).toBeTypeOf('function');
    const columns = { id: column.id(), orgId: column.org(), itemNo: column.text(9) };
    const { id: _id, ...keyed } = columns;
    expect(() => defineTable('ward.stock', keyed, { rowsStay: true })).toThrow('no column id');
    expect(() => defineTable('ward.stock', columns, { rowsStay: true, key: ['itemNo'] })).toThrow('rows with an id are found by it');
    expect(() => defineTable('ward.stock', keyed, { rowsStay: true, key: ['nowhere' as 'itemNo'] })).toThrow('key: nowhere');
    expect(() => defineTable('ward.stock', keyed, { rowsStay: true, key: ['itemNo'], uniqueWhere: { some_idx: '(note IS NULL)' } })).toThrow(
      'uniqueWhere: no unique index some_idx',
    );
  });

  it('a data field that they do not have is in their model, and no column', () => {
    expect(stockTable.dataModel?.fields).toEqual({ least: { column: 'least', type: 'Double' }, state: { column: null, type: 'Int32' } });
  });

  it('of an owner are seen by whoever sees the owner', async () => {
    const entry = await entryTable.insert(ctx(), { orgId: 'gz' as OrgId, note: 'a', tags: [] });
    const line = await entryLineTable.insert(ctx(), { entryId: entry.id, lineNo: 1, amount: fen(5) });
    expect(await entryLineTable.select(ctx(), 'l').where('l.entryId', '=', entry.id).execute()).toEqual([line]);
    expect(await entryLineTable.select(caller({ orgIds: ['wh'] })).execute()).toEqual([]);
  });
});

it('a closed door shows no row to anybody, an administrator of all organisations too; who says why reads them', async () => {
  const code = await gateCodeTable.insert(ctx(), { weight: 0.1 });
  const everybody = caller({ orgIds: ['gz', 'wh'] });
  for (const isAdministrator of [false, true]) {
    const asking = { ...everybody, user: { ...everybody.user, isAdministrator } };
    expect(await gateCodeTable.select(asking).execute()).toEqual([]);
    expect(await refusalOf(gateCodeTable.lock(asking, code.id))).toMatchObject({ code: EnvelopeCode.NotFound });
  }
  expect(await gateCodeTable.everywhere(ctx(), 'the gate itself asks').execute()).toEqual([code]);
});

describe('statements that are written by hand', () => {
  const row = { orgId: 'gz' as OrgId, itemNo: 'a', least: fen(150), facts: { a: 1 }, note: null, version: 1 };
  const open = () => db.kyselyFor<Tables>();
  const write = () =>
    open()
      .insertInto('ward.stock')
      .values(stockTable.toSql({ ...row, searchGrams: ['a'] }))
      .execute();

  it('write values in the form of the database and read them back, whole or in part', async () => {
    await write();
    const [whole] = await open().selectFrom('ward.stock as s').select(stockTable.sqlColumns('s')).execute();
    expect(stockTable.fromSql(whole ?? {})).toEqual(row);
    const [part] = await open()
      .selectFrom('ward.stock as s')
      .select(stockTable.sqlColumns('s', ['least', 'note']))
      .select('s.item_no as number')
      .execute();
    const read = stockTable.fromSql(part ?? { least: '', note: '', number: '' });
    expect(read).toEqual({ least: 150, note: null, number: 'a' });
    expectTypeOf(read.least).toEqualTypeOf<Money>();
    expectTypeOf(read.number).toEqualTypeOf<string>();
  });

  it('know the columns of the database from the declaration', async () => {
    await write();
    const rows = await open().selectFrom('ward.stock').select(['org_id', 'least', 'facts', 'note']).execute();
    expect(rows).toEqual([{ org_id: 'gz', least: '1.50', facts: { a: 1 }, note: null }]);
    expectTypeOf<Selectable<Tables['ward.stock']>>().toHaveProperty('facts').toEqualTypeOf<{ readonly a: number }>();
    // @ts-expect-error no such column
    const wrong = () => open().selectFrom('ward.stock').select('item_number');
    expect(wrong).toBeTypeOf('function');
  });

  it('take no more than a column keeps, nothing where something must stand, and leave out what is no column', () => {
    expect(stockTable.toSql({ itemNo: 'b', note: undefined, ...{ other: 1 } })).toEqual({ item_no: 'b' });
    expect(() => stockTable.toSql({ itemNo: 'far too long' })).toThrow(
      expect.objectContaining({ key: 'core.bad-value', fields: [{ path: 'itemNo', msg: '' }] }),
    );
    expect(() => stockTable.toSql({ itemNo: null as unknown as string })).toThrow('itemNo is never null');
    expect(() => stockTable.sqlColumns('s', ['nowhere' as 'note'])).toThrow('nowhere is no column');
  });
});
