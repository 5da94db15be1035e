import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIdCard } from '@nephra/plugin-sdk/contract';
import { daysBetween, isRealDay } from './calendar-day.ts';
import { checkDigitOf, readIdCard } from './id-card.ts';

const TODAY = '2026-03-02';
const two = (number: number): string => String(number).padStart(2, '0');

/** Persons with a birthday, a sequence number whose parity is the sex, and an area. */
const person = fc.record({
  area: fc.integer({ min: 110000, max: 990001 }),
  born: fc.date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2026-03-02T00:00:00Z'), noInvalidDate: true }),
  serial: fc.integer({ min: 0, max: 999 }),
});
type Person = typeof person extends fc.Arbitrary<infer P> ? P : never;

const dayOf = (born: Date): string => `${born.getUTCFullYear()}-${two(born.getUTCMonth() + 1)}-${two(born.getUTCDate())}`;
const first17 = ({ area, born, serial }: Person): string => `${area}${dayOf(born).replaceAll('-', '')}${String(serial).padStart(3, '0')}`;
const cardOf = (one: Person): string => first17(one) + checkDigitOf(first17(one));

describe('[5-03] ID card', () => {
  it('tells birthday and sex of every right number, as typed in capitals or not', () => {
    fc.assert(
      fc.property(person, (one) => {
        const expected = { kind: 'ok', number: cardOf(one), birthday: dayOf(one.born), sex: one.serial % 2 === 1 ? 1 : 2 };
        expect(readIdCard(cardOf(one), TODAY)).toEqual(expected);
        expect(readIdCard(` ${cardOf(one).toLowerCase()} `, TODAY)).toEqual(expected);
        expect(isIdCard(cardOf(one))).toBe(true);
      }),
    );
  });

  it('finds every single mistyped digit', () => {
    fc.assert(
      fc.property(person, fc.integer({ min: 0, max: 16 }), fc.integer({ min: 1, max: 9 }), (one, place, shift) => {
        const card = cardOf(one);
        const wrong = (Number(card[place]) + shift) % 10;
        expect(readIdCard(card.slice(0, place) + wrong + card.slice(place + 1), TODAY).kind).toBe('wrong');
      }),
    );
  });

  it('finds two neighbours that changed places', () => {
    fc.assert(
      fc.property(person, fc.integer({ min: 0, max: 15 }), (one, place) => {
        const card = cardOf(one);
        fc.pre(card[place] !== card[place + 1]);
        expect(readIdCard(card.slice(0, place) + card[place + 1] + card[place] + card.slice(place + 2), TODAY).kind).toBe('wrong');
      }),
    );
  });

  it('brings the old form of fifteen digits into the new one', () => {
    fc.assert(
      fc.property(person, (one) => {
        fc.pre(one.born.getUTCFullYear() < 2000);
        const old = cardOf(one).slice(0, 6) + cardOf(one).slice(8, 17);
        expect(readIdCard(old, TODAY)).toMatchObject({ kind: 'ok', number: cardOf(one) });
      }),
    );
  });

  it.each([
    ['99010119600303001', 'length'],
    ['9901011960030300188', 'length'],
    ['99010119600303A018', 'length'],
    ['', 'length'],
    ['440***********0018', 'length'],
    [`99010119600230001${checkDigitOf('99010119600230001')}`, 'date'],
    [`99010118990303001${checkDigitOf('99010118990303001')}`, 'date'],
    [`99010120260303001${checkDigitOf('99010120260303001')}`, 'date'],
  ])('%s: %s', (text, fault) => expect(readIdCard(text, TODAY)).toEqual({ kind: 'wrong', fault }));

  it('never throws, whatever is typed', () => {
    fc.assert(fc.property(fc.string(), (text) => void readIdCard(text, TODAY)));
  });
});

describe('days of the calendar', () => {
  it('agree with the calendar of the platform', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1800, max: 2200 }), fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 33 }), (year, month, day) => {
        const text = `${year}-${two(month)}-${two(day)}`;
        const date = new Date(Date.UTC(year, month - 1, day));
        expect(isRealDay(text)).toBe(dayOf(date) === text);
      }),
    );
  });

  it('are counted over months and years', () => expect(daysBetween('2024-02-28', '2025-03-01')).toBe(367));
});
