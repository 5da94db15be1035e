import { type Contract, DEFAULT_PAGE_SIZE, isAppError, type RouteMap } from '@nephra/plugin-sdk/contract';
import { type AnyRecord, rulesOf } from '@nephra/plugin-sdk/record';
import { sql } from 'kysely';
import { beforeAll, describe, expect } from 'vitest';
import type { HostedCall, PluginHost } from '../processes/plugin-host.ts';
import { askedFor } from './suite/filter/asked-for.ts';
import { columnsSuite } from './suite/beside/columns-suite.ts';
import { conditionSuite } from './suite/condition-suite.ts';
import { exchangeSuite } from './suite/exchange.ts';
import { faultSuite } from './suite/fault-suite.ts';
import { filterSuite } from './suite/filter/filter-suite.ts';
import { filesSuite } from './suite/files/files-suite.ts';
import { fileFieldsOf, StoredSamples } from './suite/files/stored-samples.ts';
import { withheldSuite } from './suite/withheld-suite.ts';
import { relationSuite, type RelatedOfSuite } from './suite/relation-suite.ts';
import { numberSuite } from './suite/number-suite.ts';
import { settledBody, steeredFor } from './suite/steering.ts';
import { totalSuite } from './suite/total-suite.ts';
import { linesSuite, type SampleOf } from './suite/lines-suite.ts';
import { extreme, noSuchDay, sampleOf, smallest, tooFine } from './suite/values/samples.ts';
import { expectSaid, expectTold, unspokenMembers } from './suite/rules/told-acts.ts';
import { it, type Skips, withoutRules } from './suite/rules/rule-tests.ts';
import { noteSuite } from './suite/rules/told-suites.ts';
import { treeSuite, type TreeOfSuite } from './suite/tree-suite.ts';
import { pageSuite } from './suite/paging/page-suite.ts';
import { versionSuite } from './suite/versions/version-suite.ts';
import { acceptedSuite, wholeSuite } from './suite/whole-suite.ts';
import { type Body, HOSTILE, type Page, type Row } from './suite/suite-kit.ts';

export interface RecordSuiteOptions {
  readonly host: () => PluginHost;
  /** Who may do everything to it. */
  readonly by: NonNullable<HostedCall['user']>;
  /**
   * Values that cannot be made up: ids of rows of other tables, kinds of plugins; of cells of lines by `lines.cell`. A function makes the nth of a field whose
   * values differ.
   */
  readonly given?: Readonly<Record<string, unknown>>;
  /** What stands behind each relation; behind that of a cell by `lines.cell`. */
  readonly related?: Readonly<Record<string, RelatedOfSuite>>;
  /** Somebody of another organisation; left out where rows belong to none. */
  readonly outsider?: NonNullable<HostedCall['user']>;
  /** Fields whose value is one over all rows, or over a place; several that are one together are refused at the last of them. */
  readonly unique: readonly (string | readonly string[])[];
  /** Whoever holds all codes and may not change a shared list. */
  readonly reader?: NonNullable<HostedCall['user']>;
  /** Fields whose text code reads, so that no other one can stand there: their limits are for tests of that code. */
  readonly readByCode?: readonly string[];
  /** Of a list that comes whole: the node whose rows are asked for, which new ones stand in. */
  readonly node?: string;
  /** Of a tree whose topmost hang on something else, or whose code refuses with keys of its own. */
  readonly hangs?: TreeOfSuite;
  /** The table, with its schema, where no act deletes a row: the suite takes its own out by hand. */
  readonly rowsStayIn?: string;
  /** Rules that are untrue of a record whose pieces were replaced, each with its reason: `{ R18: 'order by stock' }`. The run prints them. */
  readonly skip?: Skips;
}

/**
 * What every record must keep, whatever it is about; one call per record. Values are made from the kinds of its fields.
 * Rows that it makes are gone afterwards.
 */
export function recordSuite(contract: Contract & { readonly record: AnyRecord }, { skip = {}, ...options }: RecordSuiteOptions): void {
  noteSuite(contract.record.name, options);
  withoutRules(contract.record.name, skip, () => rulesOfRecord(contract, options));
}

function rulesOfRecord(
  contract: Contract & { readonly record: AnyRecord },
  { host, by, given = {}, related = {}, outsider, unique, reader, rowsStayIn, readByCode = [], node = '', hangs }: Omit<RecordSuiteOptions, 'skip'>,
): void {
  const { record, routes } = contract;
  const route = (name: string) => {
    const found = (routes as RouteMap)[name];
    if (!found) throw new TypeError(`${record.name} has no route ${name}`);
    return found;
  };
  const call = async <T>(name: string, input: HostedCall = {}): Promise<T> => (await host().call(record.plugin, route(name), { user: by, ...input })) as T;
  const refusal = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!isAppError(error)) throw new Error(`expected a refusal, got ${String(error)}`);
    const { problems = [] } = error as { readonly problems?: readonly { readonly path: string }[] };
    // A part of a value is told at its field.
    return { key: error.key, at: [...(error.fields ?? []), ...problems].map(({ path }) => path.split('.')[0] ?? path) };
  };
  /** A row for each relation to name. */
  const named: Record<string, string> = {};
  const stored = new StoredSamples();
  let made = 0;
  /** Values of the cells of lines. */
  const cellOf =
    (field: string): SampleOf =>
    (cell, nth) =>
      given[`${field}.${cell.name}`] ?? named[`${field}.${cell.name}`] ?? sampleOf(cell, nth);
  const givenTo = (name: string, nth: number): unknown => {
    const value = given[name];
    return typeof value === 'function' ? (value as (nth: number) => unknown)(nth) : value;
  };
  const rawSample = (): Body => {
    made += 1;
    return Object.fromEntries(
      record.fields
        .filter(({ numbered, of }) => !numbered && !of.derived)
        .map((field) => [
          field.name,
          givenTo(field.name, made) ?? named[field.name] ?? stored.sampleOf(field, made) ?? sampleOf(field, made, cellOf(field.name)),
        ]),
    );
  };
  /** Where fields depend on each other: as a form would have them that shows those of `over`. */
  const sample = (over: Body = {}): Body => {
    const body = { ...rawSample(), ...over };
    return settledBody(record, { ...body, ...steeredFor(record, body, Object.keys(over)) });
  };
  const create = async (over: Body = {}) => {
    const body = sample(over);
    return { ...(await call<{ id: string; version: number }>('create', { body })), body };
  };
  /** Another sample, for a row that stands there: what is given once stays. */
  const another = (stored: Body, over: Body = {}): Body => ({
    ...sample(over),
    ...Object.fromEntries(record.fields.filter(({ fixed }) => fixed).map(({ name }) => [name, stored[name]])),
  });
  const one = (id: string) => call<Row>('one', { params: { id } });
  const listAs = async (user: NonNullable<HostedCall['user']>, query: Body, id = node): Promise<Page> => {
    if (!record.whole) return await call<Page>('list', { query, user });
    const { list } = await call<Page>('list', { params: { id }, query, user });
    return { list, pagination: { total: list.length } };
  };
  const page = (query: Body = {}) => listAs(by, { pageSize: 500, ...query });
  const remove = (id: string): Promise<unknown> =>
    rowsStayIn === undefined ? call('remove', { params: { id } }) : sql`delete from ${sql.table(rowsStayIn)} where id = ${id}`.execute(host().db.kysely);
  const withoutLines = (row: Row): Body =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !record.fields.some((field) => field.cells && field.name === name)));
  const texts = record.fields.filter(
    ({ name, kind, format, numbered }) => (kind === 'text' || kind === 'note') && !readByCode.includes(name) && !format && !numbered,
  );
  const called = texts[0]?.name ?? '';
  const givenFields = record.fields.filter(({ value, of }) => !value && !of.derived);

  describe(`record ${record.name}`, () => {
    beforeAll(async () => {
      await stored.store(host(), record, by);
      for (const [name, { make }] of Object.entries(related)) named[name] = await make();
    });

    it('R4 is added, read, listed, changed, deleted and gone, each told in the audit log and to whoever did it', async () => {
      const messages = host().messages.length;
      const { id, body } = await create();
      const first = await one(id);
      expect(first).toMatchObject({ ...body, id, version: 1 });
      expect(unspokenMembers(record, first)).toEqual([]);
      const { treeLevel: _level, ...listed } = ((await page()).list.find((row) => row.id === id) ?? {}) as Body;
      expect(listed).toEqual(withoutLines(await one(id)));
      const next = another(body);
      expect(await call('edit', { params: { id }, body: { ...next, version: 1 } })).toEqual({ id, version: 2 });
      const second = await one(id);
      expect(second).toMatchObject({ ...next, version: 2 });
      await remove(id);
      expectTold(host, record, id, [first, second]);
      expectSaid(host, record, host().messages.slice(messages), ['created', 'saved', ...(record.acts.remove ? (['removed'] as const) : [])]);
      const never = await refusal(one('never'));
      expect(never.key).toMatch(/not-found$/);
      const gone = [
        () => one(id),
        () => call('edit', { params: { id }, body: sample() }),
        ...(['state', 'remove'] as const).filter((act) => record.acts[act]).map((act) => () => call(act, { params: { id } })),
      ];
      for (const work of gone) expect(await refusal(work())).toEqual(never);
      expect((await page()).list.map((row) => row.id)).not.toContain(id);
    });

    it.each(
      givenFields
        .filter(({ name, kind, max, format, numbered }) => !readByCode.includes(name) && max !== undefined && !format && !numbered && kind !== 'dictionary')
        .map((field) => [field.name, field] as const),
    )('R5 limits of %s', async (name, field) => {
      const most = stored.extreme(field) ?? extreme(field, cellOf(field.name));
      const { id, body: before } = await create({ [name]: most.fits });
      expect(await one(id)).toMatchObject({ [name]: most.fits });
      expect(await refusal(call('edit', { params: { id }, body: { ...another(before), [name]: most.beyond } }))).toMatchObject({
        at: expect.arrayContaining([name]),
      });
      expect(await refusal(call('create', { body: sample({ [name]: most.beyond }) }))).toMatchObject({ at: expect.arrayContaining([name]) });
      expect(await one(id)).toMatchObject({ [name]: most.fits, version: 1 });
      const finer = tooFine(field);
      if (finer !== undefined) expect((await refusal(call('create', { body: { ...sample(), [name]: finer } }))).at).toContain(name);
      const least = smallest(field);
      if (least) {
        expect(await refusal(call('edit', { params: { id }, body: { ...another(before), [name]: least.beneath } }))).toMatchObject({
          at: expect.arrayContaining([name]),
        });
        await call('edit', { params: { id }, body: { ...another(before), [name]: least.fits } });
        expect(await one(id)).toMatchObject({ [name]: least.fits, version: 2 });
      }
      await remove(id);
    });

    it.each(
      givenFields.filter((field) => noSuchDay(field) !== undefined && !readByCode.includes(field.name)).map((field) => [field.name, noSuchDay(field)] as const),
    )('R5 %s is no %s', async (name, none) => {
      expect((await refusal(call('create', { body: sample({ [name]: none }) }))).at).toContain(name);
    });

    it('R3 a member that nobody knows changes nothing, and stands in no answer', async () => {
      const unknown = { nobodyKnows: 'x', orgId: 'elsewhere', deletedAt: 1 };
      const spoken = new Set([...record.fields, ...record.shown].map((each) => each.name));
      const more = Object.fromEntries(Object.entries(unknown).filter(([name]) => !spoken.has(name)));
      const given = sample();
      const outcome = await call<{ readonly id: string }>('create', { body: { ...given, ...more } }).catch((error: unknown) => error);
      // A dialect may refuse what it does not know; what it takes, it ignores.
      if (isAppError(outcome)) return;
      const { id } = outcome as { readonly id: string };
      const row = await one(id);
      expect(row).toMatchObject(given);
      for (const name of Object.keys(more)) expect(Object.hasOwn(row, name), name).toBe(false);
      expect((await page()).list.map((each) => each.id)).toContain(id);
      await remove(id);
    });

    it('R6 refuses what is missing or blank where something must stand, and fills in the rest', async () => {
      for (const { name, initial } of record.fields.filter(({ required, numbered }) => required && !numbered)) {
        if (initial === undefined)
          expect(await refusal(call('create', { body: sample({ [name]: undefined }) }))).toMatchObject({ at: expect.arrayContaining([name]) });
        for (const blank of ['', '   ', null]) expect((await refusal(call('create', { body: sample({ [name]: blank }) }))).at).toContain(name);
      }
      const isNeeded = (name: string) => record.fields.some((field) => field.name === name && (field.required || field.when?.require));
      const needed = Object.fromEntries(Object.entries(sample()).filter(([name]) => isNeeded(name)));
      const { id } = await call<{ id: string }>('create', { body: needed });
      const initial = record.fields
        .filter(({ name, numbered, of }) => !isNeeded(name) && !numbered && !of.derived)
        .map(({ name, initial: first, of }) => [name, first ?? of.empty]);
      expect(await one(id)).toMatchObject(settledBody(record, { ...Object.fromEntries(initial), ...needed }));
      await remove(id);
    });

    it.each(givenFields.filter(({ numbered }) => !numbered).map(({ name }) => name))('R6 a change that leaves %s out keeps it', async (name) => {
      const { id, body } = await create();
      const { [name]: kept, ...rest } = another(body);
      await call('edit', { params: { id }, body: rest });
      expect(await one(id)).toMatchObject(settledBody(record, { ...rest, [name]: body[name] }));
      expect(kept).toBeDefined();
      await remove(id);
    });

    it.each(record.fields.filter(({ narrow, numbered }) => narrow && !numbered).map(({ name }) => name))(
      'R6 wide digits of %s are the narrow ones',
      async (name) => {
        const [wide, plain] = [`${sample()[name]}１２Ａ`, '12A'];
        const { id } = await create({ [name]: wide });
        expect(String((await one(id))[name])).toBe(wide.replace('１２Ａ', plain).normalize('NFKC').trim());
        await remove(id);
      },
    );

    it.each(record.fields.filter(({ fixed }) => fixed).map(({ name }) => name))('R6 %s is given once', async (name) => {
      const { id, body } = await create();
      expect((await refusal(call('edit', { params: { id }, body: { ...body, [name]: sample()[name] } }))).at).toEqual([name]);
      await call('edit', { params: { id }, body: { ...another(body), [name]: undefined } });
      expect(await one(id)).toMatchObject({ [name]: body[name], version: 2 });
      await remove(id);
    });

    it.each(unique.map((names) => [names].flat()))('R7 of eight who want one %s at once, one gets it', async (...names) => {
      const name = names.at(-1) ?? '';
      const wanted = Object.fromEntries(Object.entries(sample()).filter(([each]) => names.includes(each)));
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => create(wanted)));
      const got = outcomes.filter((outcome) => outcome.status === 'fulfilled');
      expect(got).toHaveLength(1);
      for (const outcome of outcomes) if (outcome.status === 'rejected') expect((await refusal(Promise.reject(outcome.reason))).at).toEqual([name]);
      const { id } = got[0]?.value ?? { id: '' };
      const other = await create();
      expect((await refusal(call('edit', { params: { id: other.id }, body: { ...other.body, ...wanted } }))).at).toEqual([name]);
      await call('edit', { params: { id }, body: { ...other.body, ...sample(), ...wanted } });
      await remove(id);
      if (record.fields.some((field) => field.fixed && names.includes(field.name))) await remove((await create(wanted)).id);
      else await call('edit', { params: { id: other.id }, body: { ...other.body, ...wanted } });
      await remove(other.id);
    });

    it.each(texts.map(({ name }) => name))('R24 keeps and finds hostile texts in %s as they are', async (name) => {
      for (const hostile of HOSTILE) {
        const { of, max, narrow } = record.fields.find((field) => field.name === name) ?? {};
        const text = [...(name === called ? `${hostile}${sample()[name]}` : `${hostile}.`)].slice(0, max).join('');
        const { id } = await create({ [name]: text });
        const stored = (await one(id))[name];
        expect(stored).toBe(of?.trimmed ? (narrow ? text.normalize('NFKC') : text).trim() : text);
        if (name === called) expect((await page({ keyword: String(stored) })).list.map((row) => row.id)).toContain(id);
        await remove(id);
      }
    });

    it.runIf(record.keyword.length > 0)('R19 R24 signs that statements read otherwise find no row that has them not', async () => {
      const { id } = await create();
      const has = JSON.stringify(await one(id));
      for (const sign of ['%', '_', '\\', "'", '%%', '_%', "' or true --"].filter((each) => !has.includes(each)))
        expect([sign, (await page({ keyword: sign })).list.map((row) => row.id)]).toEqual([sign, expect.not.arrayContaining([id])]);
      await remove(id);
    });

    it.runIf(record.keyword.includes(called))('R19 is found by characters of either script, by pinyin, by initials and by a part of its code', async () => {
      const name = `圣處藥${sample()[called]}`;
      const { id } = await create({ [called]: name });
      const stored = await one(id);
      const coded = record.fields.filter(({ kind, name: each }) => kind === 'code' && record.keyword.includes(each));
      const codes = coded.map(({ name: each }) => String(stored[each]).slice(1)).filter((code) => code !== '');
      for (const keyword of ['圣处药', '聖處藥', 'shengchuyao', 'scy', 'SCY', '处', `圣處 ${name.slice(-1)}`, ...codes])
        expect([keyword, (await page({ keyword })).list.some((row) => row.id === id)]).toEqual([keyword, true]);
      for (const keyword of ['药处圣', 'xyzzy', '圣处药丸'])
        expect([keyword, (await page({ keyword })).list.some((row) => row.id === id)]).toEqual([keyword, false]);
      await remove(id);
    });

    it.runIf(record.acts.state)('R4 its state is turned round, and round again', async () => {
      const { id } = await create({ enabledMark: 1 });
      for (const enabledMark of [0, 1]) {
        await call('state', { params: { id } });
        expect(await one(id)).toMatchObject({ enabledMark });
      }
      await remove(id);
    });

    it.runIf(record.shared)('R13 a shared list is changed by whoever keeps it alone, and says so', async () => {
      const { id } = await create();
      const as = { user: reader ?? by };
      expect([(await page()).keeps, (await call<Page>('list', as)).keeps]).toEqual([true, false]);
      const acts = (['edit', 'state', 'remove'] as const).filter((act) => record.acts[act]);
      for (const act of acts) expect(await refusal(call(act, { params: { id }, body: sample(), ...as }))).toEqual({ key: 'core.record-shared', at: [] });
      expect((await refusal(call('create', { body: sample(), ...as }))).key).toBe('core.record-shared');
      if (record.acts.import) expect((await refusal(call('importData', { body: { list: [] }, ...as }))).key).toBe('core.record-shared');
      expect(await one(id)).toMatchObject({ version: 1 });
      await remove(id);
    });

    const kit = { record, host, by, outsider, node, called, call, refusal, sample, create, another, one, page, remove };
    exchangeSuite(kit);
    faultSuite(kit);
    filterSuite(kit);
    versionSuite(kit, readByCode);
    const { pageSize } = ((route('list').query as { readonly properties?: object } | undefined)?.properties ?? {}) as {
      readonly pageSize?: { readonly default: number };
    };
    if (!record.whole) pageSuite(kit, unique.flat(), pageSize?.default ?? DEFAULT_PAGE_SIZE);
    if (!record.whole) columnsSuite(kit);
    if (record.fields.some(({ withheld }) => withheld)) withheldSuite(kit);
    if (fileFieldsOf(record).length > 0) filesSuite(kit);
    if (record.tree) treeSuite(kit, hangs);
    if (record.whole) wholeSuite(kit);
    if (record.shown.some(({ accepted }) => accepted)) acceptedSuite(kit);
    if (rulesOf(record.fields)) conditionSuite(kit, rawSample);
    if (record.totals.length > 0) totalSuite(kit);
    if (record.fields.some(({ cells }) => cells)) linesSuite(kit, { cellOf, extreme }, related);
    if (record.fields.some(({ numbered }) => numbered)) numberSuite(kit, unique.flat());
    if (record.fields.some(({ kind }) => kind === 'relation')) relationSuite(kit, related);

    if (!outsider) return;
    it('R11 is for another organisation as if it did not exist', async () => {
      const { id, body } = await create();
      const as = { user: outsider };
      const acts = (target: string) => [
        () => call('one', { params: { id: target }, ...as }),
        () => call('edit', { params: { id: target }, body: sample(), ...as }),
        ...(['state', 'remove'] as const).filter((act) => record.acts[act]).map((act) => () => call(act, { params: { id: target }, ...as })),
      ];
      for (const [index, act] of acts(id).entries()) expect(await refusal(act())).toEqual(await refusal(acts('never')[index]?.() ?? Promise.resolve()));
      if (record.whole) expect(await refusal(listAs(outsider, {}))).toEqual(await refusal(listAs(outsider, {}, 'never')));
      else {
        const theirs = await listAs(outsider, { pageSize: 500 });
        expect(theirs.list.map((row) => row.id)).not.toContain(id);
        expect(theirs.pagination.total).toBe(theirs.list.length);
        // What they search and narrow by finds nothing of it, and counts nothing of it.
        const asked = record.filter.flatMap((each) => {
          const field = record.fields.find(({ name, kind, of }) => name === each && kind !== 'place' && of.columns.length > 0);
          return field && body[each] !== '' && body[each] !== null ? [{ [each]: askedFor(field, body[each]) }] : [];
        });
        for (const query of [{ keyword: String(body[called]) }, ...asked]) {
          const found = await listAs(outsider, { pageSize: 500, ...query });
          expect([query, found.list.some((row) => row.id === id), found.pagination.total]).toEqual([query, false, found.list.length]);
        }
      }
      await remove(id);
    });
  });
}
