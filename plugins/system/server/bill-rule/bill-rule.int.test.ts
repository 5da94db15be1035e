import { Readable } from 'node:stream';
import { type ExtensionToken, isAppError } from '@nephra/plugin-sdk/contract';
import { billNumbers, nextNumber, type NumberUse, numberUse, numberUses, type RawReply } from '@nephra/plugin-sdk/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberSeries } from '../../../../shell/server/numbers/number-series.ts';
import type { CoreTables } from '../../../../shell/server/tables/tables.ts';
import { effort, longRun, say } from '../../../../tests/support/cases/effort.ts';
import { openForSecondServer } from '../../../../tests/support/databases/test-database.ts';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../../tests/support/records/record-suite-static.ts';
import { billRuleContract } from '../../contract/bill-rule/bill-rule.contract.ts';
import system from '../index.ts';
import { billRuleTable } from '../tables/bill-rule.table.ts';

const { routes } = billRuleContract;
const admin = staff({ userId: 'admin', userName: '管理员', isAdministrator: true });
const USE: NumberUse = {
  code: 'sim.visit',
  title: { zh: 'SIM 就诊号', zhtw: 'SIM 就診號', en: 'SIM visit number' },
  maxLength: 14,
  format: { prefix: 'JZ', date: 'yyyyMM', digits: 4 },
};

let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ system: system as never });
  const db = host.db.kyselyFor<never>();
  await sql`create schema if not exists core`.execute(db);
  await sql`create table core.number_series (series text not null, period text not null, value bigint not null, primary key (series, period))`.execute(db);
  host.countInDatabase();
  host.extend(numberUses as ExtensionToken<unknown>, 'sim', numberUse(USE).create(undefined as never));
});
afterAll(() => host.close());

const call = <R extends Parameters<PluginHost['call']>[1]>(route: R, given: Parameters<PluginHost['call']>[2] = {}) =>
  host.call('system', route, { user: admin, ...given });
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isAppError(error)) throw new Error(`expected a refusal, got ${String(error)}`);
  return { key: error.key, at: (error.fields ?? []).map(({ path }) => path) };
};
let made = 0;
const rule = (over: object = {}) => {
  made += 1;
  return {
    fullName: `SIM 规则 ${made}`,
    enCode: `SIM.rule${made}`,
    prefix: `S${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[made]}`,
    dateFormat: 'no',
    digit: 3,
    startNumber: '1',
    ...over,
  };
};
const add = async (over: object = {}) => {
  const body = rule(over);
  return { ...body, id: (await call(routes.create, { body: body as never })).id };
};
const edit = (one: { readonly id: string }, over: object) => call(routes.edit, { params: { id: one.id }, body: { ...one, ...over } as never });
const ask = (code: string, userId = 'admin') => call(routes.number, { params: { code }, user: staff({ userId }) });
const given = (code: string) => host.context('system').transaction(() => host.service(billNumbers).next({ code, maxLength: 40 }));
const upload = (content: string, extension = 'json') => {
  const { files } = host.requestContext('system', { user: admin });
  return {
    fields: {},
    file: {
      name: 'SIM.json',
      size: content.length,
      extension,
      save: (type: string) => files.save({ name: 'SIM.json', type, content: Readable.from([Buffer.from(content)]) }),
    },
  } as never;
};

describe('[7.14-03] numbers of a rule', () => {
  it('are prefix, date part and count; a person reads the same one for three minutes, others another', async () => {
    const one = await add({ prefix: 'MZ', dateFormat: 'yyyyMMdd', digit: 4, startNumber: '5' });
    expect([await ask(one.enCode), await ask(one.enCode), await ask(one.enCode, 'other')]).toEqual(['MZ202603020005', 'MZ202603020005', 'MZ202603020006']);
    host.time.now = new Date(host.time.now.getTime() + 179_000);
    expect(await ask(one.enCode)).toBe('MZ202603020005');
    host.time.now = new Date(host.time.now.getTime() + 2_000);
    expect(await ask(one.enCode)).toBe('MZ202603020007');
    host.time.now = new Date(host.time.now.getTime() + 86_400_000);
    expect(await ask(one.enCode)).toBe('MZ202603030005');
    expect(await call(routes.one, { params: { id: one.id } })).toMatchObject({
      outputNumber: 'MZ202603030005',
      example: 'MZ202603030005',
      creatorUser: '管理员',
    });
  });

  it('two windows of one person that ask at once get one number', async () => {
    const one = await add();
    expect(new Set(await Promise.all(Array.from({ length: 8 }, () => ask(one.enCode)))).size).toBe(1);
  });

  it('go back with what was numbered, and grow by a digit when these are used up', async () => {
    const one = await add({ digit: 1, startNumber: '8' });
    expect(await given(one.enCode)).toBe(`${one.prefix}8`);
    const failing = host.context('system').transaction(async () => {
      await host.service(billNumbers).next({ code: one.enCode, maxLength: 40 });
      throw new Error('not stored');
    });
    await expect(failing).rejects.toThrow('not stored');
    expect([await given(one.enCode), await given(one.enCode)]).toEqual([`${one.prefix}9`, `${one.prefix}10`]);
  });

  it('are refused by name where no rule of that code is on', async () => {
    const one = await add();
    await call(routes.state, { params: { id: one.id } });
    expect(await refusal(ask(one.enCode))).toEqual({ key: 'system.rule-unknown', at: [] });
    expect(await refusal(ask('never'))).toEqual({ key: 'system.rule-unknown', at: [] });
    expect(await given(one.enCode)).toBeUndefined();
  });

  it('never come twice, whatever is changed: the start counts on, and a shape that might repeat one is refused at the prefix', async () => {
    const one = await add({ prefix: 'SZ', dateFormat: 'yyyy', startNumber: '10' });
    expect([await given(one.enCode), await given(one.enCode)]).toEqual(['SZ2026010', 'SZ2026011']);
    await edit(one, { startNumber: '1' });
    expect(await given(one.enCode)).toBe('SZ2026012');
    await edit(one, { startNumber: '100' });
    expect(await given(one.enCode)).toBe('SZ2026100');
    for (const over of [{ prefix: 'SZ2026', dateFormat: 'no' }, { dateFormat: 'yyyyMM' }])
      expect(await refusal(edit(one, over))).toEqual({ key: 'system.rule-would-repeat', at: ['prefix'] });
    await edit(one, { startNumber: '1', digit: 6 });
    expect(await given(one.enCode)).toBe('SZ2026000101');
    await edit(one, { prefix: 'SY', startNumber: '1' });
    expect(await given(one.enCode)).toBe('SY2026001');
    await edit(one, { startNumber: '1' });
    expect(await given(one.enCode)).toBe('SZ2026102');
  });
});

describe('[7.14-01] [7.14-02] [4-04] rules', () => {
  it('that gave a number are not deleted; they can be switched off', async () => {
    const [used, unused] = [await add(), await add()];
    await ask(used.enCode);
    expect(await refusal(call(routes.remove, { params: { id: used.id } }))).toEqual({ key: 'system.rule-in-use', at: [] });
    await call(routes.state, { params: { id: used.id } });
    expect((await call(routes.list, { query: { keyword: used.enCode } })).list).toMatchObject([{ id: used.id, enabledMark: 0 }]);
    await call(routes.remove, { params: { id: unused.id } });
  });

  it('[7.14-04] [2.6-13] [3-24] that are on stand in the dropdown, with code and name', async () => {
    const [on, off] = [await add(), await add({ enabledMark: 0 })];
    const { list } = await call(routes.selector);
    expect(list.find(({ id }) => id === on.id)).toEqual({ id: on.id, enCode: on.enCode, fullName: on.fullName });
    expect(list.some(({ id }) => id === off.id)).toBe(false);
  });

  it('[7.14-03] are exported as JSON, and imported as no change, as a change, or as a new rule', async () => {
    const one = await add({ description: '说明' });
    const file = ((await call(routes.exportFile, { params: { id: one.id } })) as unknown as RawReply).content.toString();
    const bring = (text: string, extension?: string) => call(routes.importFile, { body: upload(text, extension) });
    expect(await bring(file)).toEqual({ id: one.id, change: 'unchanged' });
    expect(await bring(file.replace('"digit": 3', '"digit": 5'))).toEqual({ id: one.id, change: 'edited' });
    expect(await bring(file.replace(one.enCode, 'SIM.brought'))).toMatchObject({ change: 'created' });
    expect(await refusal(bring('{"kind":"nephra-dictionary","format":1}'))).toEqual({ key: 'system.rule-file-other', at: [] });
    expect(await refusal(bring('{'))).toEqual({ key: 'system.file-unreadable', at: [] });
    expect(await refusal(bring(file, 'xlsx'))).toEqual({ key: 'system.file-type', at: [] });
    expect((await refusal(bring(file.replace('"digit": 3', '"digit": 99')))).at).toEqual(['digit']);
  });
});

describe('[7.14-03] one rule on two servers', () => {
  it('gives each number once and loses none, whoever asks', async () => {
    const one = await add({ prefix: 'TWO', digit: 6 });
    const db = await openForSecondServer(host.db);
    const { clock, auditWork } = host.context('system');
    const second = await hostPlugins({ system: system as never }, undefined, {
      db,
      clock,
      numbers: numberSeries(db.kyselyFor<CoreTables>(), clock),
      auditWork,
    });
    const all = effort('numbers of one rule, by 40 clients of two servers', 400, 100_000);
    const began = performance.now();
    const numbers = new Set<string>();
    let left = all;
    const client = async (at: number): Promise<void> => {
      const server = at % 2 === 0 ? host : second;
      while (left > 0) {
        left -= 1;
        const number = await server.context('system').transaction(() => server.service(billNumbers).next({ code: one.enCode, maxLength: 40 }));
        numbers.add(number ?? '');
      }
    };
    await Promise.all(Array.from({ length: 40 }, (_, at) => client(at)));
    if (longRun) say(`${all} numbers of one rule by 40 clients of two servers: ${Math.round((performance.now() - began) / 100) / 10} s`);
    expect(numbers.size).toBe(all);
    expect(numbers).toContain(`TWO${String(all).padStart(6, '0')}`);
    if (db !== host.db) await db.close();
  }, 600_000);
});

describe('what plugins number', () => {
  const number = () => host.context('system').transaction(() => nextNumber(host.context('system'), USE, 'sim.visit.org-gz'));
  const listed = async () => (await call(routes.list, { query: { keyword: USE.code } })).list[0];

  it('has a rule that is off and like the plugin’s own; turned on, it numbers', async () => {
    expect(await number()).toBe('JZ2026030001');
    const row = await listed();
    expect(row).toMatchObject({ fullName: 'SIM 就诊号', usedFor: 'SIM 就诊号', enabledMark: 0, prefix: 'JZ', dateFormat: 'yyyyMM', digit: 4 });
    if (!row) return;
    await edit(row, { prefix: 'V', enabledMark: 1 });
    expect([await number(), await number()]).toEqual(['V2026030001', 'V2026030002']);
    await call(routes.state, { params: { id: row.id } });
    expect(await number()).toBe('JZ2026030002');
    const { version: _, ...later } = row;
    expect(await refusal(edit(later, { prefix: 'VISITS', dateFormat: 'yyyyMMdd' }))).toEqual({ key: 'system.rule-no-room', at: ['prefix'] });
  });

  it('stays without a rule that the site has deleted', async () => {
    host.extend(numberUses as ExtensionToken<unknown>, 'sim', numberUse({ ...USE, code: 'sim.other' }).create(undefined as never));
    const find = async () => (await call(routes.list, { query: { keyword: 'sim.other' } })).list[0];
    await call(routes.remove, { params: { id: (await find())?.id ?? '' } });
    expect(await find()).toBeUndefined();
  });
});

recordSuite(billRuleContract, { host: () => host, by: admin, unique: ['enCode'], reader: staff() });
recordStaticSuite(billRuleContract, { host: () => host, table: billRuleTable });
