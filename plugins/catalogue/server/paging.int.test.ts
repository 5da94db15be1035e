import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HostedPlugins, hostPlugins, type PluginHost } from '../../../tests/support/processes/plugin-host.ts';
import { catalogueContract } from '../contract/catalogue-maintenance.contract.ts';
import catalogueServer from './index.ts';
import { catalogue, entry } from './catalogue.fixture.ts';

const ENTRIES = 2_000;
let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ catalogue: catalogueServer } as HostedPlugins);
  const names = ['片', '胶囊', '注射液', '颗粒'];
  const drugs = Array.from({ length: ENTRIES }, (_, at) =>
    entry({ drugId: `d-${at}`, drugName: `测试药${at}${names[at % 4]}`, drugNumber: `SIM-${at}`, price: 1 + (at % 977) }),
  );
  await host.db.transaction(async () => {
    await catalogueServer.demo?.(
      { ...catalogue, catalogueOrgIds: ['org-gz'], drugs, materials: [], items: [], labs: [], packages: [] },
      host.context('catalogue'),
    );
  });
});
afterAll(() => host.close());

const pageOf = (query: object) => host.call('catalogue', catalogueContract.routes.entries, { query: { group: 'drug', ...query } });

it('thousands of entries are paged without a gap or a double, on every page size', async () => {
  for (const pageSize of [100, 500]) {
    const seen = new Set<string>();
    for (let currentPage = 1; currentPage <= ENTRIES / pageSize; currentPage += pageSize === 100 ? 9 : 1) {
      const { list, pagination } = await pageOf({ currentPage, pageSize });
      expect(pagination.total).toBe(ENTRIES);
      expect(list).toHaveLength(pageSize);
      for (const row of list) {
        expect(seen.has(row.drugId)).toBe(false);
        seen.add(row.drugId);
      }
    }
    if (pageSize === 500) expect(seen.size).toBe(ENTRIES);
  }
});

it('what costs from here to there is found, both ends included, either of them left out', async () => {
  const found = async (range: object) => (await pageOf({ ...range, sidx: 'price', sort: 'asc', pageSize: 20 })).pagination.total;
  // Prices go from 1 to 977 twice, then from 1 to 46.
  expect(await found({ priceFrom: 10, priceTo: 20 })).toBe(33);
  expect(await found({ priceFrom: 9.9999, priceTo: 20.0001 })).toBe(33);
  expect(await found({ priceFrom: 10.0001, priceTo: 19.9999 })).toBe(27);
  expect(await found({ priceFrom: 976 })).toBe(4);
  expect(await found({ priceTo: 2 })).toBe(6);
  expect(await found({ priceFrom: 20, priceTo: 10 })).toBe(0);
  expect(await found({ priceFrom: 5, priceTo: 5, keyword: 'csy 1958' })).toBe(1);
});

it('sorting by price and a keyword look at all of them', async () => {
  const { list } = await pageOf({ sidx: 'price', sort: 'desc', pageSize: 20 });
  expect(list[0]?.price).toBe(977);
  expect(list.map((row) => row.price)).toEqual(list.map((row) => row.price).toSorted((a, b) => b - a));
  const found = await pageOf({ keyword: 'csy 1999' });
  expect(found.list.map((row) => row.drugName)).toEqual(['测试药1999颗粒']);
});
