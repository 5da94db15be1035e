import { addMoney, fen, lineTotal, type Money, type Quantity, type UnitPrice, ZERO } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { counts, isUndispensed, type MonthPrescription, monthStateOf, monthSums, partOf } from './month-account.ts';

const TYPES = ['西药', '中成药', '耗材', '治疗', '化验', '其他', '新类别'];

const lineArb = fc
  .record({
    drugType: fc.constantFrom(...TYPES),
    price: fc.integer({ min: 0, max: 50_000_000 }),
    quantity: fc.integer({ min: 0, max: 5_000_000 }),
    code: fc.boolean(),
  })
  .map(({ drugType, price, quantity, code }, at = 0) => ({
    detailId: `d${at}`,
    drugName: drugType,
    drugType,
    medicalInsCode: code ? 'XSIM1' : '',
    price: price as UnitPrice,
    quantity: quantity as Quantity,
    subTotal: lineTotal(price as UnitPrice, quantity as Quantity),
  }));

/** Any month there can be: states that go together, any number of days, prescriptions and lines. */
const prescriptionArb: fc.Arbitrary<MonthPrescription> = fc
  .record({
    id: fc.uuid(),
    day: fc.integer({ min: 1, max: 31 }),
    state: fc.constantFrom([9, 0], [0, 1], [0, 8], [6, 1], [6, 4], [6, 5], [6, 7], [2, 4], [3, 4], [1, 4], [4, 6], [5, 7]),
    hasStockLines: fc.boolean(),
    lines: fc.array(lineArb, { maxLength: 12 }),
  })
  .map(({ id, day, state: [payStatus = 9, rxStatus = 0], hasStockLines, lines }) => ({
    dpId: id,
    dpNumber: id,
    day: `2026-03-${String(day).padStart(2, '0')}`,
    reimWay: '310',
    payStatus,
    rxStatus,
    hasStockLines,
    totalPrice: addMoney(ZERO, ...lines.map((line) => line.subTotal)),
    lines,
  }));

const sum = (amounts: readonly Money[]): Money => addMoney(ZERO, ...amounts);

describe('[3-15] a month', () => {
  it('parts, days, categories and fee groups each add up to the whole, for any month', () => {
    fc.assert(
      fc.property(fc.array(prescriptionArb, { maxLength: 40 }), (prescriptions) => {
        const month = monthSums(prescriptions);
        const whole = sum(prescriptions.filter((one) => counts(partOf(one))).map((one) => one.totalPrice));
        expect(month.total).toBe(whole);
        expect(sum([month.account, month.waiting, month.pending, month.charged])).toBe(whole);
        expect(sum(month.days.map((day) => day.total))).toBe(whole);
        expect(sum(month.categories.map((one) => one.amount))).toBe(whole);
        expect(sum(month.days.flatMap((day) => day.sums.map((one) => one.amount)))).toBe(whole);
        expect(sum([month.totals.westPrice, month.totals.diagTreatPrice, month.totals.assayPrice])).toBe(whole);
        for (const category of month.categories) {
          expect(sum(month.days.flatMap((day) => day.sums.filter((one) => one.drugType === category.drugType).map((one) => one.amount)))).toBe(category.amount);
        }
        expect(month.days.reduce((all, day) => all + day.prescriptions, 0)).toBe(prescriptions.filter((one) => counts(partOf(one))).length);
      }),
    );
  });

  it('bills of any division of the month add up to what they settle together', () => {
    fc.assert(
      fc.property(fc.array(prescriptionArb, { maxLength: 30 }), fc.nat(), (prescriptions, seed) => {
        const bills = [0, 1, 2].map((bill) => prescriptions.filter((_, at) => (at * 7 + seed) % 3 === bill));
        expect(sum(bills.map((bill) => monthSums(bill).total))).toBe(monthSums(prescriptions).total);
        expect(sum(bills.map((bill) => monthSums(bill).account))).toBe(monthSums(prescriptions).account);
      }),
    );
  });

  it('days stand in order, whatever order the prescriptions come in', () => {
    fc.assert(
      fc.property(fc.array(prescriptionArb, { maxLength: 20 }), (prescriptions) => {
        const days = monthSums(prescriptions).days.map((one) => one.day);
        expect(days).toEqual([...days].sort());
        expect(monthSums([...prescriptions].reverse()).days.map((one) => one.total)).toEqual(monthSums(prescriptions).days.map((one) => one.total));
      }),
    );
  });

  it.each([
    [9, 0, 'draft'],
    [0, 8, 'refused'],
    [0, 1, 'waiting'],
    [0, 2, 'waiting'],
    [6, 1, 'account'],
    [6, 4, 'account'],
    [2, 4, 'pending'],
    [3, 4, 'pending'],
    [1, 4, 'charged'],
    [4, 6, 'charged'],
    [5, 7, 'charged'],
  ])('payStatus %i with rxStatus %i is %s', (payStatus, rxStatus, part) => {
    expect(partOf({ payStatus, rxStatus })).toBe(part);
  });

  it('drugs count as handed out once all of them are', () => {
    const at = (rxStatus: number, hasStockLines = true) => isUndispensed({ payStatus: 6, rxStatus, hasStockLines });
    expect([1, 2, 3, 4, 5, 6, 7].map((rx) => at(rx))).toEqual([true, true, true, false, true, false, false]);
    expect(at(1, false)).toBe(false);
  });

  it('one word says what comes next', () => {
    const facts = { drafts: 0, undispensed: 0, account: fen(100), waiting: ZERO, pending: ZERO, open: 1, waitingCount: 0 };
    expect(monthStateOf(facts)).toBe('ready');
    expect(monthStateOf({ ...facts, waitingCount: 1 })).toBe('waiting');
    expect(monthStateOf({ ...facts, waitingCount: 1, drafts: 1 })).toBe('blocked');
    expect(monthStateOf({ ...facts, pending: fen(1), drafts: 1 })).toBe('pending');
    expect(monthStateOf({ ...facts, open: 0, account: ZERO })).toBe('settled');
  });
});
