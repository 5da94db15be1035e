import fc from 'fast-check';
import { type AliasedRawBuilder, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { effort } from '../../../tests/support/cases/effort.ts';
import { openTestDatabase, testEngine } from '../../../tests/support/databases/test-database.ts';
import type { Database } from '../../../shell/server/db/index.ts';
import { type DataScope, EnvelopeCode, fen, type Money, type OrgId } from '../../contract/index.ts';
import { createFakeServerContext } from '../../testing/fakes/fake-server-context.ts';
import { column, kept } from './column.ts';
import { columnCases } from './column-cases.fixture.ts';
import { defineTable } from './define-table.ts';
import type { StoredOf } from './table-types.ts';

const bedTable = defineTable(
  'ward.bed',
  {
    id: column.id(),
    orgId: column.org(),
    roomId: column.ref('ward.room').nullable(),
    label: column.text(20),
    price: column.money(),
    owner: column.id(),
    inUse: column.flag().named('used'),
    searchGrams: column.grams('label'),
    ...kept,
  },
  {
    unique: { bed_label_idx: ['orgId', 'label'] },
    taken: { label: ['name-taken', 'name'] },
    menu: 'ward.bed',
    dataFields: { ownerId: { column: 'owner', type: 'User' } },
  },
);
type BedStored = StoredOf<typeof bedTable>;
const roomTable = defineTable('ward.room', { id: column.id(), orgId: column.org(), rent: column.money().named('monthly_rent'), ...kept });
const noteTable = defineTable('ward.note', { id: column.id(), text: column.text(30), ...kept }, { scope: 'installation', unique: { note_text_idx: ['text'] } });

const COMMON = `created_at timestamptz not null, updated_at timestamptz not null, version integer not null, deleted_at timestamptz`;
const CASES = columnCases.map(({ type }, at) => `c${at} ${type}`).join(', ');
const MIGRATION = `
  create table ward.room (id text primary key, org_id text not null, monthly_rent numeric(14, 2) not null, ${COMMON});
  create table ward.bed (id text primary key, org_id text not null, room_id text references ward.room (id), label text not null, price numeric(14, 2) not null,
    owner text not null, used boolean not null, search_grams text[] not null default '{}', ${COMMON});
  create unique index bed_label_idx on ward.bed (org_id, label) where deleted_at is null;
  create table ward.note (id text primary key, text text not null, ${COMMON});
  create unique index note_text_idx on ward.note (text) where deleted_at is null;
  create table ward.kinds (${CASES});`;

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase([{ plugin: 'ward', schema: 'ward', migrations: [{ name: '0001-ward', sql: MIGRATION }] }]);
});
afterAll(() => db.close());
afterEach(() => db.script('delete from ward.bed; delete from ward.room; delete from ward.note'));

let made = 0;
function newId(): string {
  made += 1;
  return `made-${made}`;
}

type Caller = { orgIds?: readonly OrgId[]; isAdministrator?: boolean; scope?: DataScope };
function caller({ orgIds = ['gz'], isAdministrator = false, scope }: Caller = {}) {
  const ctx = createFakeServerContext<Record<string, never>>({
    db: db.kyselyFor(),
    pluginId: 'ward',
    user: { userId: 'u1', orgId: orgIds[0], orgIds, isAdministrator },
  });
  return { ...ctx, newId, ...(scope && { dataScope: () => scope }) };
}
const ctx = () => caller();
const bed = (over: Partial<BedStored> = {}) => ({ orgId: 'gz', roomId: null, label: '一号床', price: fen(1250), owner: 'u1', inUse: true, ...over });
const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe(`each kind of column on ${testEngine}`, () => {
  it.each(columnCases.map((one, at) => ({ ...one, at })))('$name comes back from the database as it was', async ({ column: { def }, values, at }) => {
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        const db_ = def.codec.write(value);
        const name = sql.ref(`c${at}`);
        await db.script('delete from ward.kinds');
        await sql`insert into ward.kinds (${name}) values (${db_})`.execute(db.kysely);
        const { rows } = await sql<{
          raw: unknown;
          list: readonly unknown[];
        }>`select ${name} as raw, (select json_agg(${name}) from ward.kinds) as list from ward.kinds`.execute(db.kysely);
        expect(def.codec.read(rows[0]?.raw)).toEqual(value);
        expect(def.codec.read(rows[0]?.list[0])).toEqual(value);
      }),
      { numRuns: effort('columns: values into the database and back', 15, 500) },
    );
  });
});

describe('reading', () => {
  it('gives values: money in fen, instants as dates, names of the table', async () => {
    const made = await bedTable.insert(ctx(), bed());
    const row = await bedTable.one(ctx(), made.id);
    expect(row).toEqual(made);
    expect(Object.keys(row).sort()).toEqual(['createdAt', 'id', 'inUse', 'label', 'orgId', 'owner', 'price', 'roomId', 'updatedAt', 'version']);
    expect(row).toMatchObject({ price: 1250, version: 1, inUse: true });
    expectTypeOf(row.price).toEqualTypeOf<Money>();
    expectTypeOf(row.roomId).toEqualTypeOf<string | null>();
    expect(bedTable.wire(row)).toMatchObject({ price: 12.5, inUse: 1, createdAt: row.createdAt.getTime() });
    expect(bedTable.read(bedTable.wire(row))).toEqual(row);
  });

  it('what is selected by hand stays in the form of the database and is read by the codec', async () => {
    for (const label of ['a', 'b']) await bedTable.insert(ctx(), bed({ label }));
    const query = bedTable.select(ctx(), 'b');
    const texts = await query.clearSelect().select('b.price').execute();
    expect(texts).toEqual([{ price: '12.50' }, { price: '12.50' }]);
    // Queries that grow out of one, at the same time.
    const [both, once] = await Promise.all([query.select('b.price as text').execute(), query.clearSelect().select('b.price').distinct().execute()]);
    expect(both[0]).toMatchObject({ price: 1250, text: '12.50' });
    expect(Object.keys(both[0] ?? {})).not.toContain('~row');
    expect(once).toEqual([{ price: '12.50' }]);
    const [sum] = await query
      .clearSelect()
      .select((eb) => [eb.fn.sum('b.price').as('sum'), sql<readonly unknown[]>`json_agg(b.price)`.as('list')])
      .execute();
    expect([bedTable.codec.price.read(sum?.sum), ...(sum?.list ?? []).map((one) => bedTable.codec.price.read(one))]).toEqual([2500, 1250, 1250]);
  });

  it('a row selected whole is the statement that names its columns one by one, under any alias', async () => {
    const columns = Object.keys(await bedTable.insert(ctx(), bed()));
    for (const alias of ['row', 'b', 'the "bed"', 'b']) {
      const whole = bedTable.select(ctx(), alias);
      const named = db
        .kyselyFor<Record<string, Record<string, unknown>>>()
        .selectFrom(bedTable.as(ctx(), alias))
        .select([...columns.map((key) => sql.ref(`${alias}.${key}`) as unknown as AliasedRawBuilder), sql`true`.as('~row')]);
      expect(whole.compile().sql).toBe(named.compile().sql);
      expect(await whole.execute()).toHaveLength(1);
    }
  });

  it('names hold in joins, with itself, in sub-queries, with statements, unions, order by and group by', async () => {
    const room = await roomTable.insert(ctx(), { orgId: 'gz', rent: fen(90_000) });
    const first = await bedTable.insert(ctx(), bed({ label: 'a', roomId: room.id }));
    await bedTable.insert(ctx(), bed({ label: 'b', inUse: false }));
    const joined = await bedTable
      .select(ctx(), 'b')
      .innerJoin(roomTable.as(ctx(), 'r'), 'r.id', 'b.roomId')
      .innerJoin(bedTable.as(ctx(), 'same'), 'same.roomId', 'b.roomId')
      .select(['r.rent', 'same.inUse as sameInUse'])
      .orderBy('b.createdAt', 'desc')
      .execute();
    expect(joined).toEqual([{ ...first, rent: '900.00', sameInUse: true }]);
    const inside = await bedTable
      .select(ctx())
      .where('row.roomId', 'in', roomTable.select(ctx(), 'r').clearSelect().select('r.id'))
      .where(sql<boolean>`"row"."inUse"`)
      .execute();
    expect(inside.map(({ id }) => id)).toEqual([first.id]);
    const counted = await bedTable
      .select(ctx(), 'b')
      .clearSelect()
      .select((eb) => ['b.inUse', eb.fn.countAll<string>().as('n')])
      .groupBy('b.inUse')
      .orderBy('b.inUse')
      .execute();
    expect(counted).toEqual([
      { inUse: false, n: '1' },
      { inUse: true, n: '1' },
    ]);
    const union = await bedTable
      .select(ctx(), 'b')
      .where('b.label', '=', 'a')
      .unionAll(bedTable.select(ctx(), 'b').where('b.label', '=', 'b'))
      .execute();
    expect(union.map(({ price }) => price)).toEqual([1250, 1250]);
    const outer = await db
      .kyselyFor<Record<string, never>>()
      .with('few', () => bedTable.select(ctx(), 'b').clearSelect().select(['b.id', 'b.roomId']))
      .selectFrom('few')
      .select('few.roomId')
      .where('few.id', '=', first.id)
      .execute();
    expect(outer).toEqual([{ roomId: room.id }]);
  });

  it('uses an index as if the table had been named', async () => {
    await db.script(`insert into ward.bed (id, org_id, label, price, owner, used, created_at, updated_at, version)
      select 'x' || n, 'gz', 'label ' || n, 1, 'u1', true, now(), now(), 1 from generate_series(1, 3000) as n; analyze ward.bed`);
    const { rows } = await sql<
      Record<string, string>
    >`explain ${bedTable.select(ctx(), 'b').where('b.orgId', '=', 'gz').where('b.label', '=', 'label 77')}`.execute(db.kysely);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('bed_label_idx');
    expect(plan).not.toContain('Seq Scan');
  });
});

describe('the door', () => {
  it('shows live rows of the caller’s organisations, and what is hidden is answered like what is not there', async () => {
    const [own, other] = [await bedTable.insert(ctx(), bed()), await bedTable.insert(ctx(), bed({ orgId: 'wh' }))];
    const seenBy = async (who: Caller) => (await bedTable.select(caller(who)).orderBy('row.orgId').execute()).map(({ id }) => id);
    expect(await seenBy({})).toEqual([own.id]);
    expect(await seenBy({ orgIds: ['gz', 'wh'] })).toEqual([own.id, other.id]);
    expect(await seenBy({ isAdministrator: true })).toEqual([own.id]);
    expect(await bedTable.find(ctx(), other.id)).toBeUndefined();
    const missing = { key: 'ward.not-found', code: EnvelopeCode.NotFound };
    for (const id of [other.id, 'never']) {
      expect(await refusalOf(bedTable.one(ctx(), id))).toMatchObject(missing);
      expect(await refusalOf(bedTable.lock(ctx(), id))).toMatchObject(missing);
    }
    await bedTable.retire(ctx(), own);
    expect(await seenBy({})).toEqual([]);
  });

  it('shows what data schemes let through, and nothing to whom none was granted', async () => {
    const own = await bedTable.insert(ctx(), bed());
    await bedTable.insert(ctx(), bed({ label: 'b', owner: 'u2' }));
    const schemes = (...conditions: Extract<DataScope, { kind: 'schemes' }>['conditions']): Caller => ({
      scope: { kind: 'schemes', conditions, userAndBelow: ['u1'] },
    });
    const seen = async (who: Caller) => (await bedTable.select(caller(who)).execute()).map(({ id }) => id);
    expect(await seen(schemes([{ logic: 'and', groups: [{ field: 'ownerId', type: 'User', op: 'Equal', value: '@userId' }] }]))).toEqual([own.id]);
    expect(await seen(schemes())).toEqual([]);
    expect(await seen(schemes([]))).toHaveLength(2);
  });

  it('of an installation’s table is open to all, and there are no others without a reason', async () => {
    const note = await noteTable.insert(ctx(), { text: 'x' });
    expect(await noteTable.one(caller({ orgIds: ['wh'] }), note.id)).toEqual(note);
    await bedTable.insert(ctx(), bed({ orgId: 'wh' }));
    expect(await bedTable.everywhere(ctx(), 'numbers are given over all organisations').execute()).toHaveLength(1);
    expect(() => bedTable.everywhere(ctx(), ' because ')).toThrow('says nothing');
  });
});

describe('writing', () => {
  it('what a unique index refuses is told at its field, with the sentence of the product', async () => {
    await bedTable.insert(ctx(), bed());
    const taken = { key: 'ward.name-taken', code: EnvelopeCode.Invalid, params: { name: '一号床' }, fields: [{ path: 'label', msg: '' }] };
    expect(await refusalOf(bedTable.insert(ctx(), bed()))).toMatchObject(taken);
    const other = await bedTable.insert(ctx(), bed({ label: 'b' }));
    expect(await refusalOf(bedTable.update(ctx(), other, { label: '一号床' }))).toMatchObject(taken);
    await noteTable.insert(ctx(), { text: 'x' });
    expect(await refusalOf(noteTable.insert(ctx(), { text: 'x' }))).toMatchObject({ key: 'core.duplicate', fields: [{ path: 'text', msg: '' }] });
    await bedTable.retire(ctx(), other);
    await bedTable.insert(ctx(), bed({ label: 'b' }));
  });

  it('of eight rows with one name at once, one stays', async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => refusalOf(db.transaction(() => bedTable.insert(ctx(), bed())))));
    expect(outcomes.filter((one) => one === undefined)).toHaveLength(1);
    expect(outcomes.filter((one) => (one as { key?: string } | undefined)?.key === 'ward.name-taken')).toHaveLength(7);
  });

  it('raises the version, keeps what was not changed, and makes search pieces anew with their texts alone', async () => {
    const row = await bedTable.insert(ctx(), bed());
    const grams = async () => (await bedTable.select(ctx()).clearSelect().select('row.searchGrams').executeTakeFirstOrThrow()).searchGrams;
    expect(await grams()).toContain('一号');
    await db.script(`update ward.bed set search_grams = '{mark}'`);
    const priced = await bedTable.update(ctx(), row, { price: fen(1300), label: row.label });
    expect(priced).toMatchObject({ ...row, price: 1300, version: 2, updatedAt: expect.any(Date) });
    expect(await bedTable.one(ctx(), row.id)).toEqual(priced);
    expect(await grams()).toEqual(['mark']);
    await bedTable.update(ctx(), priced, { label: '二号床' });
    expect(await grams()).toContain('二号');
  });

  it('refuses who read an older version: update, retire and lock', async () => {
    const row = await bedTable.insert(ctx(), bed());
    await bedTable.update(ctx(), row, { inUse: false });
    const stale = { key: 'ward.stale', code: EnvelopeCode.Conflict };
    expect(await refusalOf(bedTable.update(ctx(), row, { label: 'b' }))).toMatchObject(stale);
    expect(await refusalOf(bedTable.retire(ctx(), row))).toMatchObject(stale);
    expect(await refusalOf(bedTable.lock(ctx(), row.id, 1))).toMatchObject(stale);
    const locked = await db.transaction(() => bedTable.lock(ctx(), row.id, 2));
    await bedTable.retire(ctx(), locked);
    expect(await refusalOf(bedTable.update(ctx(), locked, { label: 'b' }))).toMatchObject(stale);
  });

  it('one who waits for a locked row gets it as the other has left it', async () => {
    const { id } = await bedTable.insert(ctx(), bed());
    const raise = () =>
      db.transaction(async () => {
        const row = await bedTable.lock(ctx(), id);
        return await bedTable.update(ctx(), row, { price: fen(row.price + 1) });
      });
    await Promise.all(Array.from({ length: 6 }, raise));
    expect(await bedTable.one(ctx(), id)).toMatchObject({ price: 1256, version: 7 });
  });

  it.each([
    ['NUL', 'a\u0000'],
    ['half a character', 'a\ud83d'],
    ['too long', '长'.repeat(21)],
  ])('refuses %s at its field', async (_name, label) => {
    const bad = { key: 'core.bad-value', code: EnvelopeCode.Invalid, fields: [{ path: 'label', msg: '' }] };
    expect(await refusalOf(bedTable.insert(ctx(), bed({ label })))).toMatchObject(bad);
    expect(() => bedTable.read({ label })).toThrow(expect.objectContaining(bad));
  });

  it('names all bad fields of a caller at once, and knows what may be empty', () => {
    expect(() => bedTable.read({ label: '长'.repeat(21), price: Number.NaN, owner: null as unknown as string, roomId: null })).toThrow(
      expect.objectContaining({ fields: ['label', 'price', 'owner'].map((path) => ({ path, msg: '' })) }),
    );
    expect(bedTable.read({ roomId: null, price: 0.1 })).toEqual({ roomId: null, price: 10 });
  });
});

describe('definitions that cannot hold are refused by name', () => {
  const columns = { id: column.id(), orgId: column.org(), ...kept };
  it.each([
    [() => defineTable('bed', columns), 'needs its schema'],
    [() => defineTable('ward.bed', { id: column.id(), orgId: column.org() }), 'no column createdAt'],
    [() => defineTable('ward.bed', columns, { rowsStay: true }), 'rows that stay are not marked as deleted'],
    [() => defineTable('ward.bed', { ...columns, other: column.text(5).named('org_id') }), 'other and orgId are one column, org_id'],
    [() => defineTable('ward.bed', { id: column.id(), ...kept }), 'scope organisation with 0 columns of an organisation'],
    [() => defineTable('ward.bed', columns, { scope: 'installation' }), 'scope installation with 1'],
    [() => defineTable('ward.bed', { ...columns, pieces: column.grams('id') }), 'searchGrams'],
    [() => defineTable('ward.bed', { ...columns, searchGrams: column.grams('nowhere') }), 'nowhere'],
    [() => defineTable('ward.bed', { ...columns, facts: column.json(), searchGrams: column.grams('facts') }), 'of a JSON column name the member'],
    [() => defineTable('ward.bed', { ...columns, searchGrams: column.grams('id.name') }), 'of a JSON column name the member'],
    [() => defineTable('ward.bed', columns, { unique: { some_idx: ['nowhere' as 'id'] } }), 'unique some_idx: nowhere'],
    [() => defineTable('ward.bed', { ...columns, letters: column.initials('id') }), 'initials, and nothing else, stand in pinyin'],
    [() => defineTable('ward.bed', { ...columns, letters: column.letters() }), 'letters of search pieces, and nothing else, stand in searchLetters'],
    [() => defineTable('ward.bed', { ...columns, searchLetters: column.letters() }), 'searchLetters is made of search pieces, and there are none'],
    [() => defineTable('ward.bed', { ...columns, pinyin: column.text(20) }), 'initials, and nothing else, stand in pinyin'],
    [() => defineTable('ward.bed', columns, { rowName: 'nowhere' as 'id' }), 'rowName: nowhere is no column'],
    [() => defineTable('ward.bed', { ...columns, bad: column.text(5).named('x; drop') }), 'no name of a column'],
  ])('%#', (define, sentence) => {
    expect(define).toThrow(sentence);
  });

  it('a wrong name does not compile', () => {
    // @ts-expect-error no such column
    expect(() => defineTable('ward.bed', columns, { unique: { some_idx: ['orgID'] } })).toThrow();
    // @ts-expect-error no such column
    const query = () => bedTable.select(ctx(), 'b').where('b.lable', '=', 'x');
    // @ts-expect-error the version is the table's own
    const change = (row: BedStored) => bedTable.update(ctx(), row, { version: 7 });
    // @ts-expect-error a float is no money
    const priced = (row: BedStored) => bedTable.update(ctx(), row, { price: 12.5 });
    expect([query, change, priced]).toHaveLength(3);
  });
});
