import { DAY_MS, dayOf, MAX_COUNTED, MAX_FOUND } from '@nephra/plugin-sdk/contract';
import { searchGrams } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MONDAY } from '../../../prescription/server/prescription.fixture.ts';
import { chargeContract } from '../../contract/index.ts';
import { cashier, type Desk, openDesk } from '../../testing/desk.ts';

const { routes } = chargeContract;
/** More than a list counts and than a search adds up, ten of them a day. */
const STORED = MAX_COUNTED + 100;
const A_DAY = 10;
/** Number of the oldest one, the only one that is found by it. */
const RARE = `COPY${STORED}`;

let desk: Desk;
let billId: string;
beforeAll(async () => {
  desk = await openDesk();
  const rx = await desk.prescribe();
  billId = (await desk.charge(rx)).chargeId;
  // As if each had been charged in its time: the rules of single rows are left aside while they are copied.
  await desk.host.db.script(`
    begin;
    set local session_replication_role = replica;
    insert into charging.bill select made.* from charging.bill as one, generate_series(1, ${STORED}) as n,
      jsonb_populate_record(one, jsonb_build_object('id', 'copy-' || n, 'bill_no', 'COPY' || n, 'line_count', 1, 'business_day', one.business_day - n / ${A_DAY}, 'charged_at', one.charged_at - n * interval '144 minutes',
        'search_grams', to_jsonb(case when n = ${STORED} then array[${searchGrams(RARE)
          .map((gram) => `'${gram}'`)
          .join(', ')}] else one.search_grams end))) as made
      where one.id = '${billId}';
    insert into charging.bill_line select made.* from charging.bill_line as one, generate_series(1, ${STORED}) as n,
      jsonb_populate_record(one, jsonb_build_object('bill_id', 'copy-' || n)) as made where one.bill_id = '${billId}' and one.line_no = 1;
    insert into charging.payment select made.* from charging.payment as one, generate_series(1, ${STORED}) as n,
      jsonb_populate_record(one, jsonb_build_object('bill_id', 'copy-' || n)) as made where one.bill_id = '${billId}';
    truncate charging.day_total, charging.day_way;
    insert into charging.day_total (org_id, business_day, cashier_id, kind, reim_way, bills, total, west, diag_treat, assay)
      select org_id, business_day, cashier_id, kind, reim_way, count(*), sum(total), sum(west), sum(diag_treat), sum(assay) from charging.bill group by 1, 2, 3, 4, 5;
    insert into charging.day_way (org_id, business_day, cashier_id, kind, reim_way, pay_way, amount)
      select org_id, business_day, cashier_id, kind, reim_way, pay_way, sum(amount) from charging.bill join charging.payment on bill_id = id group by 1, 2, 3, 4, 5, 6;
    commit;
    analyze charging.bill; analyze charging.bill_line`);
});
afterAll(() => desk.host.close());

const month = { startDate: dayOf(MONDAY - 29 * DAY_MS), endDate: dayOf(MONDAY) };
const years = { startDate: dayOf(MONDAY - 3_650 * DAY_MS), endDate: dayOf(MONDAY) };
type Query = Readonly<Record<string, unknown>>;
const IN_A_MONTH = 30 * A_DAY;
const bills = (query: Query) => desk.host.call('charging', routes.bill, { query, user: cashier });
const sums = (query: Query) => desk.host.call('charging', routes.billTotal, { query, user: cashier });
const lines = (query: Query) => desk.host.call('charging', routes.billDetail, { query, user: cashier });
const patients = (query: Query) => desk.host.call('charging', routes.patients, { query: { scope: 'charged', ...query }, user: cashier });

describe('ten thousand bills', () => {
  it('are added up by the day, over years as over a month', async () => {
    expect(await sums({})).toMatchObject({ chargedCount: STORED + 1, refundCount: 0 });
    expect(await sums(years)).toEqual(await sums({}));
    expect((await sums(month))?.chargedCount).toBe(IN_A_MONTH);
    // What is kept by the day and what the bills say are one.
    expect(await sums({ ...month, keyword: '重庆测' })).toEqual(await sums(month));
    expect(await sums({ ...month, state: 'refund' })).toMatchObject({ chargedCount: 0, netPrice: 0, ways: [] });
  });

  it('are not added up where somebody searches among them, until the days are narrowed', async () => {
    expect(await sums({ keyword: '重庆测' })).toBeNull();
    expect(await sums({ keyword: '重庆测', ...years })).toBeNull();
    expect((await sums({ keyword: RARE }))?.chargedCount).toBe(1);
    expect((await lines({ keyword: '重庆测' })).totalPrice).toBeNull();
    expect((await lines({ keyword: '重庆测', ...month })).totalPrice).toBeGreaterThan(0);
  });

  it('a charge and its refund are added to their day', async () => {
    const before = await sums({});
    const bill = await desk.charge(await desk.prescribe());
    await desk.host.call('charging', routes.cancelBill, { body: { chargeId: bill.chargeId, reason: '开错了' }, user: cashier });
    const after = await sums({});
    expect([after?.chargedCount, after?.refundCount]).toEqual([(before?.chargedCount ?? 0) + 1, (before?.refundCount ?? 0) + 1]);
    expect(after?.netPrice).toBe(before?.netPrice);
    expect(after).toEqual({ ...(await sums(years)) });
  });

  it('patients of years are those of the newest bills, and the page is told back to when', async () => {
    const all = await patients({});
    expect(all.list).toHaveLength(1);
    expect(all.searchedBackTo).toBeGreaterThan(MONDAY - (STORED / A_DAY) * DAY_MS);
    expect((await patients({ keyword: RARE })).searchedBackTo).toBeNull();
    expect((await patients(month)).searchedBackTo).toBeNull();
    expect(await patients({ keyword: '不存在的人' })).toMatchObject({ list: [], searchedBackTo: null });
  });

  it.each([{}, { keyword: '重庆测' }, { drugType: '西药' }])('pages of lines follow one another: %j', async (query) => {
    const together = (await lines({ ...query, pageSize: 500 })).list;
    for (const currentPage of [1, 2, 25]) {
      expect((await lines({ ...query, pageSize: 20, currentPage })).list).toEqual(together.slice((currentPage - 1) * 20, currentPage * 20));
    }
  });

  it('lines of a name are looked for on the newest bills, and the page is told back to when', async () => {
    const [line] = (await lines({ pageSize: 20 })).list;
    const named = await lines({ drugName: line?.drugName ?? '' });
    expect(named.pagination.total).toBe(MAX_FOUND);
    expect(named.searchedBackTo).toBeGreaterThan(MONDAY - (STORED / A_DAY) * DAY_MS);
    expect(await lines({ drugName: '不存在' })).toMatchObject({ list: [], totalPrice: 0 });
    expect((await lines({ drugName: line?.drugName ?? '', ...month })).searchedBackTo).toBeNull();
  });

  it.each([
    ['one letter', { keyword: 'c' }],
    ['a wildcard', { keyword: '%' }],
    [
      'many words',
      {
        keyword: Array.from({ length: 200 }, (_, n) => `w${n}`)
          .join(' ')
          .slice(0, 100),
      },
    ],
    ['a quote', { keyword: "' or 1=1 --" }],
    ['ten years', years],
    ['an amount', { totalFrom: 0.01, totalTo: 9_999 }],
    ['page 1,000,000', { currentPage: 1_000_000, pageSize: 500 }],
    ['page 1,000,000 of a search', { keyword: '重庆测', currentPage: 1_000_000, pageSize: 500 }],
  ])('%s: every list answers within its limits', async (_, query) => {
    for (const list of [bills, lines, patients]) {
      const { list: rows, pagination } = await list(query);
      expect(pagination.total).toBeLessThanOrEqual('keyword' in query || 'totalFrom' in query ? MAX_FOUND : MAX_COUNTED);
      if ('currentPage' in query) expect(rows).toEqual([]);
    }
  });

  it('a rare bill among them is found, and a frequent one is paged in order', async () => {
    expect((await bills({ keyword: RARE })).list).toMatchObject([{ billNo: RARE }]);
    const page = await bills({ keyword: '重庆测', pageSize: 50, currentPage: 3 });
    expect(page.pagination.total).toBe(MAX_FOUND);
    const times = page.list.map(({ chargeTime }) => chargeTime);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect((await bills({ pageSize: 50, currentPage: 3 })).list).toEqual(page.list);
  });
});

it('a day that says what its bills do not is found at night', async () => {
  const ofDays = async () => (await desk.broken()).map((fault) => fault.split(':')[0]).filter((name) => name?.startsWith('each day knows'));
  expect(await ofDays()).toEqual([]);
  await desk.host.db.script(`update charging.day_total set total = total + 1 where business_day = '${month.startDate}'`);
  await desk.host.db.script(`delete from charging.day_way where business_day = '${month.startDate}'`);
  expect(await ofDays()).toEqual(['each day knows what its bills come to', 'each day knows what was paid in each way']);
});
