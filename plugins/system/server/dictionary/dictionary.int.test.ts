import { Readable } from 'node:stream';
import { canonicalJson, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { dictionaryEntries, dictionaryUses, type RawReply } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../../tests/support/records/record-suite-static.ts';
import { dictionaryDataContract } from '../../contract/dictionary-data.contract.ts';
import { dictionaryTypeContract } from '../../contract/dictionary-type.contract.ts';
import { declaredKeeper } from '../declared/declared-keeper.ts';
import system from '../index.ts';
import { dictionaryDataTable } from '../tables/dictionary-data.table.ts';
import { dictionaryTypeTable } from '../tables/dictionary-type.table.ts';
import { dictionaryCalls } from './dictionary.fixture.ts';
import { declaredValue, refusal, SEX, sexWith, token } from './declared-dictionary.fixture.ts';

const types = dictionaryTypeContract.routes;
const data = dictionaryDataContract.routes;
const admin = staff({ userId: 'admin', isAdministrator: true });
const english = staff({ userId: 'admin', isAdministrator: true, language: 'en' });

let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ system: system as never });
});
afterAll(() => host.close());

const { call, addType, addEntry } = dictionaryCalls(() => host);
const one = (id: string) => call(data.one, { params: { id } });
const upload = (content: string, extension = 'json') => {
  const { files } = host.requestContext('system', { user: admin });
  return {
    fields: {},
    file: {
      name: `SIM.${extension}`,
      size: content.length,
      extension,
      save: (type: string) => files.save({ name: `SIM.${extension}`, type, content: Readable.from([Buffer.from(content)]) }),
    },
  } as never;
};

describe('[7.12-01] dictionaries', () => {
  it('are a tree on the wire, with -1 above the topmost, which may be sent back', async () => {
    const top = await addType({ parentId: '-1', isTree: 1, sortCode: 1 });
    const below = await addType({ parentId: top });
    const { list } = await call(types.tree);
    const node = list.find(({ id }) => id === top);
    expect(node).toMatchObject({ parentId: '-1', isTree: 1, hasChildren: true, isLeaf: false, num: 1, locked: 0, may: '' });
    expect(node?.children).toMatchObject([{ id: below, parentId: top, isTree: 0, children: null, hasChildren: false, isLeaf: true, num: 0 }]);
    expect(await call(types.info, { params: { id: top } })).toMatchObject({ id: top, parentId: '-1', version: 1 });
    const places = async (id: string) => JSON.stringify((await call(types.selector, { params: { id } })).list);
    expect(await places('0')).toContain(below);
    expect(await places(top)).not.toContain(below);
    expect((await refusal(call(types.remove, { params: { id: top } }))).key).toBe('core.record-in-use');
    await call(types.edit, { params: { id: below }, body: { parentId: '-1' } });
    expect(await call(types.info, { params: { id: below } })).toMatchObject({ parentId: '-1' });
    for (const id of [top, below]) await call(types.remove, { params: { id } });
    expect((await refusal(call(types.info, { params: { id: top } }))).code).toBe(EnvelopeCode.NotFound);
  });

  it('with entries are not deleted, and the refusal names some of them', async () => {
    const type = await addType();
    const entry = await addEntry(type, { fullName: 'SIM 碳酸氢盐' });
    expect(await refusal(call(types.remove, { params: { id: type } }))).toMatchObject({
      key: 'core.record-in-use',
      params: { list: expect.stringContaining('SIM 碳酸氢盐') },
    });
    await call(data.remove, { params: { id: entry } });
    await call(types.remove, { params: { id: type } });
  });

  it('stay trees as long as entries stand below each other', async () => {
    const type = await addType({ isTree: 1 });
    const top = await addEntry(type);
    const below = await addEntry(type, { parentId: top });
    const flat = () => call(types.edit, { params: { id: type }, body: { isTree: 0 } });
    expect(await refusal(flat())).toMatchObject({ key: 'system.still-tree', at: ['isTree'] });
    await call(data.edit, { params: { id: below }, body: { parentId: '0' } });
    await flat();
    expect(await refusal(addEntry(type, { parentId: top }))).toMatchObject({ key: 'system.no-tree', at: ['parentId'] });
  });
});

describe('[7.12-02] [7.12-06] [7.12-07] entries', () => {
  it('have a code of their own within their dictionary alone', async () => {
    const [first, second] = [await addType(), await addType()];
    await addEntry(first, { enCode: 'same' });
    await addEntry(second, { enCode: 'same' });
    expect(await refusal(addEntry(first, { enCode: 'same' }))).toMatchObject({ key: 'system.code-taken', at: ['enCode'] });
  });

  it('stay in their dictionary, and stand below entries of it', async () => {
    const [first, second] = [await addType({ isTree: 1 }), await addType({ isTree: 1 })];
    const [mine, other] = [await addEntry(first), await addEntry(second)];
    expect(await refusal(call(data.edit, { params: { id: mine }, body: { dictionaryTypeId: second } }))).toMatchObject({ at: ['dictionaryTypeId'] });
    expect(await refusal(call(data.edit, { params: { id: mine }, body: { parentId: other } }))).toMatchObject({
      key: 'system.parent-elsewhere',
      at: ['parentId'],
    });
    expect(await call(data.info, { params: { id: mine } })).toMatchObject({ id: mine, dictionaryTypeId: first, parentId: '0', enabledMark: 1 });
  });

  it('[7.12-03] [7.12-04] [7.12-05] [7.12-09] come as a list or a tree, by id or code, and as what can be chosen', async () => {
    const type = await addType({ isTree: 1, enCode: 'SIM.places' });
    const top = await addEntry(type, { fullName: '血管通路', sortCode: 1 });
    const low = await addEntry(type, { fullName: '内瘘', sortCode: 2, parentId: top });
    const other = await addEntry(type, { fullName: '导管', sortCode: 3 });
    await call(data.state, { params: { id: other } });
    const list = async (query: Record<string, unknown>, id = type) => (await call(data.ofType, { params: { id }, query })).list;
    expect((await list({ isTree: '0' })).map(({ id, parentId, children }) => [id, parentId, children])).toEqual([
      [top, '0', undefined],
      [low, top, undefined],
      [other, '0', undefined],
    ]);
    expect(await list({}, 'SIM.places')).toMatchObject([
      { id: top, parentId: '0', num: 1, children: [{ id: low, children: null }] },
      { id: other, enabledMark: 0 },
    ]);
    expect(await list({ keyword: 'nl' })).toMatchObject([{ id: top, children: [{ id: low }] }]);
    expect((await list({ isTree: '0', keyword: '内瘘' })).map(({ id }) => id)).toEqual([low]);
    expect((await call(data.choices, { params: { id: type } })).list).toEqual([
      { id: top, parentId: '0', fullName: '血管通路', enCode: expect.any(String) },
      { id: low, parentId: top, fullName: '内瘘', enCode: expect.any(String) },
    ]);
    const parents = async (x: string) => (await call(data.parents, { params: { id: type, x }, query: { isTree: '1' } })).list.map(({ id }) => id);
    expect(await parents('0')).toEqual([top, other]);
    expect(await parents(top)).toEqual([other]);
    expect((await refusal(call(data.choices, { params: { id: 'never' } }))).code).toBe(EnvelopeCode.NotFound);
  });

  it('[3-24] [4-04] their state is turned by a call, and rows keep the names of what is hidden', async () => {
    const type = await addType();
    const entry = await addEntry(type);
    const cached = async () => (await call(data.all, { query: {} })).list.find(({ id }) => id === type);
    expect(await cached()).toMatchObject({ dictionaryList: [{ id: entry }], hiddenList: [] });
    await call(data.state, { params: { id: entry } });
    expect(await one(entry)).toMatchObject({ enabledMark: 0 });
    expect(await cached()).toMatchObject({ dictionaryList: [], hiddenList: [{ id: entry }] });
  });
});

describe('a dictionary that a plugin declares', () => {
  const at = async (code: string, user = admin) => {
    const { list } = await call(data.ofType, { params: { id: SEX.code }, user });
    const found = list.find(({ enCode }) => enCode === code);
    if (!found) throw new Error(`no entry ${code}`);
    return found;
  };
  const declare = async (may: object, over: object = {}) => {
    host.withdrawExtensions('clinic');
    host.extend(token, 'clinic', declaredValue({ ...SEX, may, ...over }));
    await host.service(declaredKeeper).keep();
  };

  it('is there as soon as it is declared, in the reader’s language, whatever the site may do', async () => {
    host.extend(token, 'clinic', sexWith({}));
    const { list } = await call(types.tree, { user: english });
    expect(list.find(({ enCode }) => enCode === SEX.code)).toMatchObject({ fullName: 'SIM Sex', locked: 1, may: '', isTree: 0 });
    expect(await at('1', english)).toMatchObject({ fullName: 'Male', locked: 1, enabledMark: 1 });
    expect(await at('2')).toMatchObject({ fullName: '女' });
    expect(await host.service(dictionaryEntries).of(SEX.code, 'zhtw')).toEqual([
      { code: '1', label: '男性', enabled: true },
      { code: '2', label: '女性', enabled: true },
    ]);
    expect(await host.service(dictionaryEntries).of('never', 'zh')).toBeUndefined();
  });

  it('keeps its codes: no call changes or deletes them, and nothing else that the plugin does not allow', async () => {
    await declare({});
    const { id, dictionaryTypeId } = await at('1');
    const before = canonicalJson(await one(id));
    const edit = (body: object) => refusal(call(data.edit, { params: { id }, body }));
    expect(await edit({ enCode: '9' })).toMatchObject({ key: 'system.locked-code', at: ['enCode'] });
    expect(await edit({ fullName: '先生' })).toMatchObject({ key: 'system.locked-name', at: ['fullName'] });
    expect(await edit({ sortCode: 99 })).toMatchObject({ key: 'system.locked-order', at: ['sortCode'] });
    expect((await edit({ enabledMark: 0 })).key).toBe('system.locked-state');
    expect((await refusal(call(data.state, { params: { id } }))).key).toBe('system.locked-state');
    expect((await refusal(call(data.remove, { params: { id } }))).key).toBe('system.locked-remove');
    expect((await refusal(addEntry(dictionaryTypeId))).key).toBe('system.locked-add');
    const type = (body: object) => refusal(call(types.edit, { params: { id: dictionaryTypeId }, body }));
    expect((await type({ enCode: 'gender' })).key).toBe('system.locked-code');
    expect((await type({ isTree: 1 })).key).toBe('system.locked-structure');
    expect((await type({ fullName: 'x' })).key).toBe('system.locked-name');
    expect((await refusal(call(types.remove, { params: { id: dictionaryTypeId } }))).key).toMatch(/locked-remove|record-in-use/);
    expect(canonicalJson(await one(id))).toBe(before);
    // A description is the site's, and a word of the plugin that comes back from a form is none of the site's.
    await call(data.edit, { params: { id }, body: { description: 'SIM', fullName: 'Male' } });
    expect(await at('1', english)).toMatchObject({ fullName: 'Male', description: 'SIM' });
    expect(await at('1')).toMatchObject({ fullName: '男' });
  });

  it('is called, ordered, hidden and added to where the plugin allows it; what the site says outlives a newer version of the plugin', async () => {
    await declare({ relabel: true, reorder: true, hide: true, add: true });
    const { id, dictionaryTypeId } = await at('1');
    await call(data.edit, { params: { id }, body: { fullName: '先生', sortCode: 25 } });
    const own = await addEntry(dictionaryTypeId, { enCode: 'x', sortCode: 5 });
    const codes = async () => (await call(data.ofType, { params: { id: SEX.code } })).list.map(({ enCode }) => enCode);
    expect(await codes()).toEqual(['x', '2', '1']);
    expect(await at('1', english)).toMatchObject({ fullName: '先生' });
    await call(data.state, { params: { id } });
    expect((await refusal(call(data.remove, { params: { id } }))).key).toBe('system.locked-remove');
    await call(data.remove, { params: { id: own } });
    await declare(
      {},
      {
        entries: [
          SEX.entries[0],
          { code: '2', label: { zh: '女士', zhtw: '女士', en: 'Woman' } },
          { code: '3', label: { zh: '未知', zhtw: '未知', en: 'Unknown' } },
        ],
      },
    );
    expect(await at('1')).toMatchObject({ fullName: '先生', enabledMark: 0 });
    expect(await at('2', english)).toMatchObject({ fullName: 'Woman' });
    expect(await at('3')).toMatchObject({ fullName: '未知', locked: 1 });
  });

  it('stays locked when its plugin is off, and costs readers nothing that has been seen', async () => {
    await declare({});
    host.withdrawExtensions('clinic');
    const { id } = await at('1');
    expect((await refusal(call(data.remove, { params: { id } }))).key).toBe('system.locked-remove');
    const { revision } = await call(data.all, { query: {} });
    await host.service(declaredKeeper).keep();
    expect((await call(data.all, { query: { revision } })).same).toBe(true);
  });

  it('takes over a dictionary of that code that people made before', async () => {
    const type = await addType({ enCode: 'SIM.before', fullName: '旧' });
    const entry = await addEntry(type, { enCode: 'a', fullName: '旧条目' });
    host.extend(
      token,
      'clinic',
      declaredValue({ code: 'SIM.before', title: { zh: '新', zhtw: '新', en: 'New' }, entries: [{ code: 'a', label: { zh: '甲', zhtw: '甲', en: 'A' } }] }),
    );
    await host.service(declaredKeeper).keep();
    expect(await call(data.info, { params: { id: entry } })).toMatchObject({ fullName: '旧条目', locked: 1 });
    expect((await refusal(call(data.remove, { params: { id: entry } }))).key).toBe('system.locked-remove');
  });

  it.each([
    [{ ...SEX, code: '' }],
    [{ ...SEX, entries: [SEX.entries[0], SEX.entries[0]] }],
    [{ ...SEX, title: { ...SEX.title, en: ' ' } }],
    [{ ...SEX, entries: [{ code: 'a', label: { zh: '长'.repeat(101), zhtw: 'a', en: 'a' } }] }],
  ])('is refused where it is written wrongly: %#', (given) => {
    expect(() => declaredValue(given)).toThrow(TypeError);
  });
});

describe('codes in use', () => {
  it('are neither deleted nor changed; the refusal says what uses them, and they can be hidden', async () => {
    const type = await addType({ enCode: 'SIM.used' });
    const entry = await addEntry(type, { enCode: 'held', fullName: 'SIM 在用' });
    const value = {
      dictionary: 'SIM.used',
      of: async (_caller: unknown, code: string) =>
        code === 'held' ? { title: { zh: '患者', zhtw: '病患', en: 'Patients' }, names: ['SIM 张三', 'SIM 李四'], more: true } : undefined,
    };
    host.extend(dictionaryUses as typeof token, 'clinic', value);
    expect(await refusal(call(data.remove, { params: { id: entry } }))).toMatchObject({
      key: 'system.code-in-use-remove',
      code: EnvelopeCode.Refused,
      params: { name: 'SIM 在用', code: 'held', list: '患者：SIM 张三、SIM 李四等' },
    });
    expect((await refusal(call(data.edit, { params: { id: entry }, body: { enCode: 'other' } }))).key).toBe('system.code-in-use-change');
    expect(await call(data.uses, { params: { id: entry } })).toEqual({ list: [{ title: '患者', names: ['SIM 张三', 'SIM 李四'], more: true }] });
    await call(data.edit, { params: { id: entry }, body: { fullName: 'SIM 仍在用' } });
    await call(data.state, { params: { id: entry } });
    expect(await one(entry)).toMatchObject({ enabledMark: 0, enCode: 'held' });
    expect(await refusal(call(types.edit, { params: { id: type }, body: { enCode: 'SIM.renamed' } }))).toMatchObject({
      key: 'system.type-code-used',
      at: ['enCode'],
    });
    const free = await addEntry(type, { enCode: 'free' });
    expect(await call(data.uses, { params: { id: free } })).toEqual({ list: [] });
    await call(data.remove, { params: { id: free } });
  });
});

describe('[7.12-08] export and import', () => {
  const exported = async (id: string) => ((await call(data.exportFile, { params: { id } })) as unknown as RawReply).content.toString();

  it('what was exported is imported as no change, and elsewhere as the same dictionary', async () => {
    const type = await addType({ enCode: 'SIM.file', isTree: 1, description: 'SIM "x"\n' });
    const top = await addEntry(type, { enCode: 'a', fullName: '甲', sortCode: 9 });
    await addEntry(type, { enCode: 'b', fullName: '乙', parentId: top, sortCode: 1, enabledMark: 0 });
    const file = await exported(type);
    expect(await call(data.importFile, { body: upload(file) })).toEqual({ id: type, created: 0, edited: 0, unchanged: 2 });
    const pushed = host.pushes.length;
    const copy = await call(data.importFile, { body: upload(file.replace('"SIM.file"', '"SIM.copy"')) });
    expect(copy).toMatchObject({ created: 2, edited: 0, unchanged: 0 });
    expect(host.pushes.length).toBe(pushed + 1);
    expect((await exported(copy.id)).replace('"SIM.copy"', '"SIM.file"')).toBe(file);
    await call(data.edit, { params: { id: top }, body: { fullName: '甲乙' } });
    expect(await call(data.importFile, { body: upload(file) })).toMatchObject({ created: 0, edited: 1, unchanged: 1 });
    expect(await one(top)).toMatchObject({ fullName: '甲' });
    expect(host.audits.at(-1)?.entry).toMatchObject({ subject: 'dictionary-type', subjectId: type });
  });

  it('refuses other files whole, and what may not be changed by hand', async () => {
    expect((await refusal(call(data.importFile, { body: upload('{}', 'txt') }))).key).toBe('system.file-type');
    expect((await refusal(call(data.importFile, { body: upload('{}') }))).key).toBe('system.file-other');
    const file = await exported(SEX.code);
    const changed = file.replace('"enCode": "3"', '"enCode": "4"');
    expect(changed).not.toBe(file);
    expect((await refusal(call(data.importFile, { body: upload(changed) }))).key).toBe('system.locked-add');
    expect(await exported(SEX.code)).toBe(file);
  });
});

const named: { type?: string } = {};
const suiteType = async () => {
  const id = await addType({ isTree: 1 });
  named.type ??= id;
  return id;
};
const drop = (id: string) => call(data.remove, { params: { id } });

recordSuite(dictionaryTypeContract, {
  host: () => host,
  by: admin,
  reader: staff(),
  unique: ['enCode'],
  given: { parentId: '' },
  related: { parentId: { make: () => addType(), foreign: async () => 'never-there', remove: (id) => call(types.remove, { params: { id } }) } },
});
recordStaticSuite(dictionaryTypeContract, { host: () => host, table: dictionaryTypeTable });

recordSuite(dictionaryDataContract, {
  host: () => host,
  by: admin,
  reader: staff(),
  unique: ['enCode'],
  given: { parentId: '' },
  related: {
    dictionaryTypeId: { make: suiteType, foreign: async () => 'never-there', remove: (id) => call(types.remove, { params: { id } }) },
    parentId: {
      make: () => addEntry(named.type ?? ''),
      foreign: async () => 'never-there',
      dependent: true,
      remove: drop,
      disable: (id) => call(data.state, { params: { id } }),
    },
  },
});
recordStaticSuite(dictionaryDataContract, { host: () => host, table: dictionaryDataTable });
