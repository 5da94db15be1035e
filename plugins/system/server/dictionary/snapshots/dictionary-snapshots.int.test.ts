import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostPlugins, type PluginHost } from '../../../../../tests/support/processes/plugin-host.ts';
import { dictionaryDataContract } from '../../../contract/dictionary-data.contract.ts';
import { dictionaryTypeContract } from '../../../contract/dictionary-type.contract.ts';
import system from '../../index.ts';
import { dictionaryCalls } from '../dictionary.fixture.ts';

const types = dictionaryTypeContract.routes;
const data = dictionaryDataContract.routes;

let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ system: system as never });
});
afterAll(() => host.close());

const { call, addType, addEntry } = dictionaryCalls(() => host);

describe('[3-07] caches', () => {
  it('read all once, and again after each change, of which open pages are told', async () => {
    const read = (revision?: string) => call(data.all, { query: revision === undefined ? {} : { revision } });
    const before = await read();
    expect(before.same).toBe(false);
    expect(await read(before.revision)).toEqual({ list: [], revision: before.revision, same: true });
    const pushed = host.pushes.length;
    const type = await addType();
    const entry = await addEntry(type);
    expect(host.pushes.slice(pushed)).toMatchObject([
      { target: 'all', frame: 'dictionaryChanged' },
      { target: 'all', frame: 'dictionaryChanged', body: { revision: (await read()).revision } },
    ]);
    const after = await read(before.revision);
    expect(after.same).toBe(false);
    expect(after.list.find(({ id }) => id === type)?.dictionaryList).toMatchObject([{ id: entry, parentId: '0' }]);
    const seen = host.pushes.length;
    await expect(call(types.remove, { params: { id: type } })).rejects.toThrow();
    expect(host.pushes.length).toBe(seen);
    expect((await read(after.revision)).same).toBe(true);
  });

  it('are sent only what changed since, where that is known and no dictionary came or went', async () => {
    const part = (revision: string) => call(data.all, { query: { revision, partial: '1' } });
    const type = await addType();
    const before = await call(data.all, { query: {} });
    const entry = await addEntry(type);
    const changed = await part(before.revision);
    expect(changed).toMatchObject({ partial: true, same: false, list: [{ id: type, dictionaryList: [{ id: entry }] }] });
    expect(changed.list).toHaveLength(1);
    const whole = await call(data.all, { query: {} });
    expect(whole.partial).toBeUndefined();
    expect(whole.list).toEqual(before.list.map((dictionary) => changed.list.find(({ id }) => id === dictionary.id) ?? dictionary));
    expect((await part(changed.revision)).same).toBe(true);
    const later = await addType();
    expect(await part(changed.revision)).not.toHaveProperty('partial');
    expect((await part(before.revision)).list.map(({ id }) => id)).toContain(later);
    expect(await part('0')).not.toHaveProperty('partial');
  });

  it('that hear of one change at once are all answered with it, in their languages', async () => {
    const type = await addType();
    const before = await call(data.all, { query: {} });
    const entry = await addEntry(type);
    const answers = await Promise.all(Array.from({ length: 30 }, () => call(data.all, { query: { revision: before.revision, partial: '1' } })));
    for (const { list, revision } of answers) {
      expect(revision).toBe(answers[0]?.revision);
      expect(list).toMatchObject([{ id: type, dictionaryList: [{ id: entry }] }]);
    }
  });
});
