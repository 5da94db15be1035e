import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../../../tests/support/cases/effort.ts';
import { columnTypes } from '../column-types.ts';
import { readInstant } from './instant.ts';

const { TIMESTAMPTZ } = pg.types.builtins;
const driver = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => unknown;
const pad = (n: number, width = 2): string => String(n).padStart(width, '0');

describe('moments of the database', () => {
  it('are those that the driver reads, whatever the zone and however many digits a second has', () => {
    const moment = fc.record({
      at: fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
      fraction: fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 6 }),
      zone: fc.constantFrom('+00', '+08', '-03', '+14', '+05:30', '-03:30', '+08:05:43'),
      era: fc.constantFrom('', '', '', ' BC'),
    });
    fc.assert(
      fc.property(moment, ({ at, fraction, zone, era }) => {
        const day = `${pad(at.getUTCFullYear(), 4)}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())}`;
        const time = `${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}:${pad(at.getUTCSeconds())}`;
        const text = `${day} ${time}${fraction === '' ? '' : `.${fraction}`}${zone}${era}`;
        expect([text, readInstant(text, driver)]).toEqual([text, driver(text)]);
      }),
      { numRuns: propertyCases(500) },
    );
  });

  it('that are none of a calendar stay as the driver reads them', () => {
    for (const text of ['infinity', '-infinity', '10000-01-01 00:00:00+00', '4714-11-24 00:00:00+00 BC', ''])
      expect(readInstant(text, driver)).toEqual(driver(text));
  });

  it('are read by their places, without the patterns of the driver', () => {
    const refused = (): never => {
      throw new Error('left to the driver');
    };
    expect(readInstant('2026-11-28 09:15:40.123456+08', refused)).toEqual(new Date('2026-11-28T01:15:40.123Z'));
    expect(readInstant('2026-11-28 09:15:40+00', refused)).toEqual(new Date('2026-11-28T09:15:40Z'));
    expect(columnTypes.getTypeParser(TIMESTAMPTZ)('2026-11-28 09:15:40.5+08')).toEqual(new Date('2026-11-28T01:15:40.500Z'));
  });
});
