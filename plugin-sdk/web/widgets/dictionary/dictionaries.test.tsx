import { createFakeWebContext, type FakeWebContext, renderElement, type RenderedPage } from '@nephra/plugin-sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CachedDictionary, choiceNodes, dictionariesOf, dictionaryContract } from './dictionaries.ts';
import { DictionarySelect } from './dictionary-select.tsx';
import { offeredFrom } from './offered.ts';

const { all } = dictionaryContract.routes;
const entry = (id: string, enCode: string, fullName: string, parentId = '0') => ({ id, parentId, fullName, enCode });
const access: CachedDictionary = {
  id: 't1',
  fullName: 'SIM 通路',
  enCode: 'SIM.access',
  isTree: 1,
  dictionaryList: [entry('a', 'fistula', '内瘘'), entry('b', 'avf', '自体内瘘', 'a'), entry('c', 'lost', '失去上级', 'h')],
  hiddenList: [entry('h', 'old', '旧通路')],
};

let context: FakeWebContext;
let page: RenderedPage | undefined;
let revision = 1;
beforeEach(() => {
  context = createFakeWebContext();
  revision = 1;
  context.http.answer(all, ({ query }) => {
    const same = query.revision === String(revision);
    return { list: same ? [] : [{ ...access, fullName: `SIM 通路 ${revision}` }], revision: String(revision), same };
  });
});
afterEach(async () => {
  await page?.unmount();
  page = undefined;
  expect(context.live()).toEqual([]);
});
const calls = () => context.http.callsOf(all).length;

describe('[3-07] cache of dictionaries', () => {
  it('is fetched once, however many fields and labels ask, and again when the server says that it changed', async () => {
    page = await renderElement(
      <>
        <DictionarySelect label="A" dictionary="SIM.access" value="b" onChange={vi.fn()} />
        <DictionarySelect label="B" dictionary="t1" keeps="code" value="old" onChange={vi.fn()} />
      </>,
      { context },
    );
    const shown = page;
    await shown.until(() => shown.find('button', 'A: 自体内瘘'));
    await shown.until(() => shown.find('button', /B: 旧通路/));
    expect(calls()).toBe(1);
    const cache = dictionariesOf(context);
    expect([cache.label('SIM.access', 'avf'), cache.label('SIM.access', 'old'), cache.label('SIM.access', 'x'), cache.label('none', 'y')]).toEqual([
      '自体内瘘',
      '旧通路',
      'x',
      'y',
    ]);
    revision = 2;
    context.receive({ method: 'dictionaryChanged', revision: '2' });
    await shown.until(() => cache.find('t1')?.fullName === 'SIM 通路 2');
    expect(calls()).toBe(2);
    context.receive({ method: 'greeted' });
    await shown.until(() => calls() === 3);
    expect(cache.find('t1')?.fullName).toBe('SIM 通路 2');
  });

  it('says of a declared dictionary what is offered: in the order of the site, without hidden codes, but for what a row holds', async () => {
    const offered = offeredFrom(context);
    const codes = ['old', 'lost', 'newer', 'avf', 'fistula'];
    expect(offered('SIM.access', codes)).toEqual(codes);
    await dictionariesOf(context).load();
    expect(offered('SIM.access', codes)).toEqual(['fistula', 'avf', 'lost', 'newer']);
    expect(offered('SIM.access', codes, 'old')).toEqual(['fistula', 'avf', 'lost', 'old', 'newer']);
    expect(offered('none', [1, 2])).toEqual([1, 2]);
  });

  it('is asked for by its revision where nobody watched meanwhile, and keeps what it has when the answer is the same', async () => {
    const cache = dictionariesOf(context);
    await cache.load();
    await cache.load();
    expect(context.http.callsOf(all).map(({ input }) => input.query)).toEqual([{}, { revision: '1', partial: '1' }]);
    expect(cache.find('SIM.access')?.fullName).toBe('SIM 通路 1');
  });

  it('puts what changed into what it has', async () => {
    const other = { ...access, id: 't2', enCode: 'SIM.other', fullName: 'SIM 其他' };
    const partial = createFakeWebContext();
    partial.http.answer(all, { list: [access, other], revision: '1', same: false });
    const cache = dictionariesOf(partial);
    await cache.load();
    partial.http.answer(all, { list: [{ ...access, fullName: 'SIM 新通路' }], revision: '2', same: false, partial: true });
    await cache.load();
    expect(cache.list?.map(({ fullName }) => fullName)).toEqual(['SIM 新通路', 'SIM 其他']);
    expect(cache.find('t2')).toEqual(other);
  });

  it('tries again after a failure', async () => {
    const broken = createFakeWebContext();
    broken.http.refuse(all, { error: 'down' });
    const cache = dictionariesOf(broken);
    await expect(cache.load()).rejects.toThrow('down');
    broken.http.answer(all, { list: [access], revision: '1', same: false });
    await cache.load();
    expect(cache.find('t1')).toBeDefined();
  });

  it('gives pickers a tree: by id or code, and at the top what stands below a hidden entry', () => {
    expect(choiceNodes(access, 'code')).toMatchObject([
      { id: 'fistula', children: [{ id: 'avf', children: null }] },
      { id: 'lost', children: null },
    ]);
    expect(choiceNodes(access, 'id').map(({ id }) => id)).toEqual(['a', 'c']);
  });
});
