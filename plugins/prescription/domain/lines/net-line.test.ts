import { lineTotal, type Money, type Quantity, type UnitPrice } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goneByLine, mayGoBack, netLine, netLines, netQuantities, netTotal, type SoldLine } from './net-line.ts';

const lines = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: 100 })), { minLength: 1, maxLength: 6 })
  .map((list) =>
    list.map(([price, units, share], at): SoldLine => {
      const quantity = (units * 5_000) as Quantity;
      const subTotal = lineTotal(price as UnitPrice, quantity);
      const part = (percent: number) => Math.floor((subTotal * percent) / 100) as Money;
      return {
        detailId: `line-${at}`,
        quantity,
        price: price as UnitPrice,
        subTotal,
        fulamtOwnpay: part(share),
        overlmt: part((100 - share) / 2),
        preselfpay: part((100 - share) / 3),
      };
    }),
  );

describe('[M1] what is left of lines after something went back', () => {
  it('whatever goes back in whatever order: never negative, worth price × quantity, and nothing is lost between the rounds', () => {
    fc.assert(
      fc.property(lines, fc.array(fc.array(fc.tuple(fc.nat(5), fc.integer({ min: -2, max: 250 })), { maxLength: 4 }), { maxLength: 6 }), (sold, rounds) => {
        let billed: number = netTotal(sold);
        const gone: { detailId: string; quantity: Quantity }[] = [];
        for (const round of rounds) {
          const left = netLines(sold, goneByLine(gone));
          const wish = round.map(([at, units]) => ({ detailId: `line-${at}`, quantity: (units * 5_000) as Quantity }));
          if (!mayGoBack(left, wish)) continue;
          gone.push(...wish);
          // Taking from what is left is the same as taking everything at once.
          const value = (list: readonly SoldLine[]) => list.map((line) => [line.detailId, line.quantity, line.subTotal]);
          expect(value(netLines(left, goneByLine(wish)))).toEqual(value(netLines(sold, goneByLine(gone))));
          // Whoever asks for no money is told the same lines.
          const pieces = (list: readonly Pick<SoldLine, 'detailId' | 'quantity'>[]) => list.map(({ detailId, quantity }) => [detailId, quantity]);
          expect(pieces(netQuantities(sold, goneByLine(gone)))).toEqual(pieces(netLines(sold, goneByLine(gone))));
          // The whole was charged, all of it goes back, what is left is charged anew: the bills together come to what is left.
          const [before, after] = [netTotal(left), netTotal(netLines(sold, goneByLine(gone)))];
          billed += after - before;
          expect(billed).toBe(after);
          expect(after).toBeLessThanOrEqual(before);
        }
        const left = netLines(sold, goneByLine(gone));
        expect(left.length).toBeGreaterThan(0);
        for (const line of left) {
          expect(line.quantity).toBeGreaterThan(0);
          expect(line.subTotal).toBe(lineTotal(line.price, line.quantity));
          const parts = [line.fulamtOwnpay, line.overlmt, line.preselfpay];
          expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
          expect(parts.reduce<number>((sum, part) => sum + part, 0)).toBeLessThanOrEqual(line.subTotal);
        }
      }),
    );
  });

  it('of many prescriptions: as each alone, and each withdrawal is looked at once however many lines there are', () => {
    let looks = 0;
    const many = Array.from({ length: 300 }, (_, at) => {
      const [detailId, quantity] = [`line-${at}`, 30_000 as Quantity];
      const back = (units: number) => ({
        quantity: units as Quantity,
        get detailId() {
          looks += 1;
          return detailId;
        },
      });
      return { lines: [{ detailId, quantity }], gone: [back(10_000), back(at % 2 === 0 ? 5_000 : 20_000)] };
    });
    const gone = goneByLine(many.flatMap((one) => one.gone));
    const left = many.flatMap(({ lines }) => netQuantities(lines, gone));
    expect(looks).toBe(600);
    expect(left).toEqual(many.flatMap((one) => netQuantities(one.lines, goneByLine(one.gone))));
    expect(left).toHaveLength(150);
    expect(left[0]).toEqual({ detailId: 'line-0', quantity: 15_000 });
  });

  it('nothing gone leaves the line as it is; all of it leaves none', () => {
    const line: SoldLine = {
      detailId: 'a',
      quantity: 30_000 as Quantity,
      price: 31_234 as UnitPrice,
      subTotal: 937 as Money,
      fulamtOwnpay: 937 as Money,
      overlmt: 0 as Money,
      preselfpay: 0 as Money,
    };
    expect(netLine(line, 0 as Quantity)).toBe(line);
    expect(netLine(line, 30_000 as Quantity)).toBeUndefined();
    expect(netLine(line, 10_000 as Quantity)).toMatchObject({ quantity: 20_000, subTotal: 625, fulamtOwnpay: 625 });
    const back = (quantity: number, detailId = 'a') => ({ detailId, quantity: quantity as Quantity });
    expect(mayGoBack([line], [back(10_000)])).toBe(true);
    for (const wrong of [[back(30_000)], [back(40_000)], [back(0)], [back(-1)], [back(1, 'b')], [back(1), back(1)]])
      expect(mayGoBack([line], wrong)).toBe(false);
  });
});
