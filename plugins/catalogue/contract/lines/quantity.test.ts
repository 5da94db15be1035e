import { quantityFromWire, unitPriceFromText } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FREQUENCIES } from './frequencies.ts';
import { courseDays, occurrences, perDay, sessionsIn } from './frequency.ts';
import { computeQuantity, daysCovered, type Dosage, type Packing, splitPrice } from './quantity.ts';
import { dimensionOf, ratio } from './units.ts';

const packing = (over: Partial<Packing> = {}): Packing => ({
  dMin: 0.25,
  dMinUnit: 'µg',
  preparaUnit: '粒',
  stockUnit: '盒',
  stockDmin: quantityFromWire(20),
  price: unitPriceFromText('38.5000'),
  rounding: 'total',
  splitAllowed: false,
  ...over,
});
const dosage = (over: Partial<Dosage> = {}): Dosage => ({ onceUsing: 0.5, onceUsingUnit: 'µg', drugInterval: 'qd', drugDays: 28, drugNumUnit: '盒', ...over });
const ampoule = packing({ dMin: 3000, dMinUnit: 'IU', preparaUnit: '支', stockUnit: '支', stockDmin: quantityFromWire(1), rounding: 'dose' });

describe('[9-03] quantity from dose, interval and days', () => {
  it('calcitriol 0.5 µg qd for 28 days: 56 capsules, 3 boxes of 20', () => {
    const result = computeQuantity(packing(), dosage());
    expect(result.prepUnits).toBe(quantityFromWire(56));
    expect(result.drugNum).toBe(quantityFromWire(3));
    expect(result.subTotal).toBe(11550);
    expect(result.fault).toBeUndefined();
  });

  it('EPO 6000 IU tiw for 14 days from ampoules of 3000 IU: 12 ampoules', () => {
    const result = computeQuantity(ampoule, dosage({ onceUsing: 6000, onceUsingUnit: 'IU', drugInterval: 'tiw', drugDays: 14, drugNumUnit: '支' }));
    expect(result.drugNum).toBe(quantityFromWire(12));
  });

  it('calcium carbonate 0.6 g tid for 30 days from tablets of 0.3 g: 180 tablets, 2 boxes of 100', () => {
    const tablets = packing({ dMin: 0.3, dMinUnit: 'g', preparaUnit: '片', stockDmin: quantityFromWire(100) });
    const result = computeQuantity(tablets, dosage({ onceUsing: 600, onceUsingUnit: 'mg', drugInterval: 'tid', drugDays: 30 }));
    expect(result.prepUnits).toBe(quantityFromWire(180));
    expect(result.drugNum).toBe(quantityFromWire(2));
  });

  it('an ampoule is rounded up at each dose, tablets over the whole course', () => {
    const asked = dosage({ onceUsing: 4500, onceUsingUnit: 'IU', drugInterval: 'qd', drugDays: 4, drugNumUnit: '支' });
    expect(computeQuantity(ampoule, asked).drugNum).toBe(quantityFromWire(8));
    expect(computeQuantity({ ...ampoule, rounding: 'total' }, asked).drugNum).toBe(quantityFromWire(6));
  });

  it('the solvent of a group is one per administration whatever its rounding', () => {
    const bag = packing({ dMin: 250, dMinUnit: 'ml', preparaUnit: '袋', stockUnit: '袋', stockDmin: quantityFromWire(1) });
    const asked = dosage({ onceUsing: 100, onceUsingUnit: 'ml', drugInterval: 'qd', drugDays: 5, drugNumUnit: '袋', groupLeader: true });
    expect(computeQuantity(bag, asked).drugNum).toBe(quantityFromWire(5));
    expect(computeQuantity(bag, { ...asked, groupLeader: false }).drugNum).toBe(quantityFromWire(2));
  });

  it('selling by the tablet divides the box price to 4 decimals, and only when allowed', () => {
    const split = packing({ splitAllowed: true, price: unitPriceFromText('10'), stockDmin: quantityFromWire(3) });
    const result = computeQuantity(split, dosage({ drugNumUnit: '粒', drugDays: 2 }));
    expect(result.price).toBe(33333);
    expect(result.drugNum).toBe(quantityFromWire(4));
    expect(result.subTotal).toBe(1333);
    expect(computeQuantity(packing(), dosage({ drugNumUnit: '粒' })).fault).toBe('split');
  });

  it('a dose may be given in preparation units', () => {
    expect(computeQuantity(packing(), dosage({ onceUsing: 2, onceUsingUnit: '粒' })).prepUnits).toBe(quantityFromWire(56));
  });

  it('materials and treatments count one per time when no dose is given', () => {
    const dialyser = packing({ dMin: 0, dMinUnit: '', preparaUnit: '个', stockUnit: '个', stockDmin: quantityFromWire(1), price: unitPriceFromText('120') });
    expect(computeQuantity(dialyser, dosage({ onceUsing: 0, onceUsingUnit: '个', drugInterval: 'st', drugNumUnit: '个' })).drugNum).toBe(quantityFromWire(1));
    expect(computeQuantity(dialyser, dosage({ onceUsing: 2, onceUsingUnit: '个', drugInterval: 'st', drugNumUnit: '个' })).drugNum).toBe(quantityFromWire(2));
  });

  it('a quantity typed by a person is kept and covers days', () => {
    const manual = computeQuantity(packing(), dosage({ manual: quantityFromWire(5) }));
    expect(manual.drugNum).toBe(quantityFromWire(5));
    expect(manual.prepUnits).toBe(quantityFromWire(100));
    expect(daysCovered(packing(), dosage(), manual.prepUnits)).toBe(50);
  });

  it('[8-10] what cannot be computed becomes 0 and says why', () => {
    for (const [over, fault] of [
      [{ onceUsing: Number.NaN }, 'number'],
      [{ onceUsing: -1 }, 'number'],
      [{ onceUsing: Number.POSITIVE_INFINITY }, 'number'],
      [{ drugDays: Number.NaN }, 'number'],
      [{ onceUsingUnit: 'ml' }, 'dimension'],
      [{ onceUsingUnit: '片' }, 'dimension'],
      [{ drugInterval: 'prn' }, 'frequency'],
      [{ drugInterval: 'whenever' }, 'frequency'],
      [{ drugNumUnit: '箱' }, 'unit'],
      [{ manual: quantityFromWire(1e9) }, 'too-large'],
      [{ onceUsing: 1e9, drugDays: 365 }, 'too-large'],
    ] as const) {
      const result = computeQuantity(packing(), dosage(over));
      expect(result, JSON.stringify(over)).toMatchObject({ drugNum: 0, prepUnits: 0, subTotal: 0, fault });
    }
    expect(computeQuantity(packing({ stockDmin: quantityFromWire(0) }), dosage()).fault).toBe('number');
  });

  it('days: st forces one, empty counts as one', () => {
    expect(computeQuantity(ampoule, dosage({ onceUsing: 3000, onceUsingUnit: 'IU', drugInterval: 'st', drugDays: 14, drugNumUnit: '支' }))).toMatchObject({
      drugDays: 1,
      drugNum: quantityFromWire(1),
    });
    expect(courseDays('qd', 0)).toBe(1);
  });
});

describe('frequency table', () => {
  it.each([
    ['qd', 10, 10],
    ['qn', 3, 3],
    ['qod', 5, 3],
    ['bid', 7, 14],
    ['tid', 7, 21],
    ['qid', 7, 28],
    ['qw', 8, 2],
    ['biw', 7, 2],
    ['tiw', 10, 5],
    ['qh', 2, 48],
    ['q5h', 2, 10],
    ['q8h', 1, 3],
    ['q12h', 3, 6],
    ['q5d', 6, 2],
    ['q10d', 10, 1],
    ['c12h', 2, 4],
    ['c24h', 2, 2],
    ['st', 30, 1],
    ['q2w', 15, 2],
    ['qm', 31, 2],
    ['hd', 14, 6],
  ])('%s in %i days = %i times', (code, days, times) => {
    expect(occurrences(code, days)).toBe(times);
  });

  it('dialysis frequencies count the real sessions when the plan is known', () => {
    expect(occurrences('hd', 7, { startWeekday: 1, weekdays: [1, 3, 5] })).toBe(3);
    expect(occurrences('hd-post', 3, { startWeekday: 6, weekdays: [1, 3, 5] })).toBe(1);
    expect(occurrences('hd', 1, { startWeekday: 2, weekdays: [1, 3, 5] })).toBe(1);
    expect(occurrences('qd', 7, { startWeekday: 1, weekdays: [1] })).toBe(7);
  });

  it('every frequency except prn and st has a daily rate', () => {
    for (const { code } of FREQUENCIES) expect(perDay(code) !== undefined, code).toBe(code !== 'prn' && code !== 'st');
  });

  it('counting sessions day by day gives the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.uniqueArray(fc.integer({ min: 1, max: 7 })), fc.integer({ min: 0, max: 60 }), (start, weekdays, days) => {
        let count = 0;
        for (let day = 0; day < days; day += 1) if (weekdays.includes(((start - 1 + day) % 7) + 1)) count += 1;
        expect(sessionsIn({ startWeekday: start, weekdays }, days)).toBe(count);
      }),
    );
  });
});

describe('units', () => {
  it('g, mg, µg and their spellings are one dimension; IU and ml are others', () => {
    expect(ratio(1, 'g', 250, 'mg')).toEqual({ num: 1_000_000_000_000_000n, den: 250_000_000_000_000n });
    for (const spelling of ['ug', 'µg', 'μg', 'mcg', '微克', ' UG ']) expect(dimensionOf(spelling)).toBe('mass');
    expect(dimensionOf('U')).toBe(dimensionOf('IU'));
    expect(ratio(1, 'g', 1, 'ml')).toBeUndefined();
    expect(ratio(1, '片', 1, '粒')).toBeUndefined();
    expect(ratio(1, 'mg', 0, 'mg')).toBeUndefined();
  });
});

describe('properties', () => {
  const intervals = fc.constantFrom(...FREQUENCIES.map(({ code }) => code).filter((code) => code !== 'prn'));
  const dose = fc.integer({ min: 1, max: 100_000 }).map((n) => n / 1000);

  it('packs always cover the need and never by a whole pack too much', () => {
    fc.assert(
      fc.property(dose, dose, intervals, fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 100 }), (once, dMin, drugInterval, drugDays, per) => {
        const pack = packing({ dMin, dMinUnit: 'mg', stockDmin: quantityFromWire(per), price: unitPriceFromText('0.01') });
        const result = computeQuantity(pack, dosage({ onceUsing: once, onceUsingUnit: 'mg', drugInterval, drugDays }));
        fc.pre(result.fault === undefined);
        const units = result.prepUnits / 10_000;
        const packs = result.drugNum / 10_000;
        expect(Number.isInteger(units) && Number.isInteger(packs)).toBe(true);
        expect(packs * per).toBeGreaterThanOrEqual(units);
        expect((packs - 1) * per).toBeLessThan(units);
        expect(BigInt(units) * BigInt(Math.round(dMin * 1000))).toBeGreaterThanOrEqual(
          BigInt(Math.round(once * 1000)) * BigInt(occurrences(drugInterval, drugDays) ?? 0),
        );
      }),
    );
  });

  it('rounding each dose never needs less than rounding the course, and longer courses never need less', () => {
    fc.assert(
      fc.property(dose, dose, intervals, fc.integer({ min: 1, max: 60 }), (once, dMin, drugInterval, drugDays) => {
        const ask = (rounding: Packing['rounding'], days: number) =>
          computeQuantity(
            packing({ dMin, dMinUnit: 'mg', stockDmin: quantityFromWire(1), price: unitPriceFromText('0.01'), rounding }),
            dosage({ onceUsing: once, onceUsingUnit: 'mg', drugInterval, drugDays: days }),
          );
        const results = [ask('dose', drugDays), ask('total', drugDays), ask('total', drugDays + 1)] as const;
        fc.pre(results.every((result) => result.fault === undefined));
        expect(results[0].prepUnits).toBeGreaterThanOrEqual(results[1].prepUnits);
        expect(results[2].prepUnits).toBeGreaterThanOrEqual(results[1].prepUnits);
      }),
    );
  });

  it('the unit in which a dose is written does not matter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), intervals, fc.integer({ min: 1, max: 60 }), (mg, drugInterval, drugDays) => {
        const pack = packing({ dMin: 0.3, dMinUnit: 'g', price: unitPriceFromText('1') });
        const inMg = computeQuantity(pack, dosage({ onceUsing: mg, onceUsingUnit: 'mg', drugInterval, drugDays }));
        const inG = computeQuantity(pack, dosage({ onceUsing: mg / 1000, onceUsingUnit: 'g', drugInterval, drugDays }));
        expect(inG).toEqual(inMg);
      }),
    );
  });

  it('the price of one tablet times the box is the box price within half a unit per tablet', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 1000 }), (price, per) => {
        const tablet = splitPrice(price as ReturnType<typeof unitPriceFromText>, quantityFromWire(per));
        expect(Math.abs(tablet * per - price)).toBeLessThanOrEqual(per / 2);
      }),
    );
  });
});
