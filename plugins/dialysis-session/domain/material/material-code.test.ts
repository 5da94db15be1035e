import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOfCode } from './code-parts.ts';
import { hasCheckDigit, readMaterialCode } from './material-code.ts';

const withCheckDigit = (thirteen: string): string => {
  const digit = [...'0123456789'].find((one) => hasCheckDigit(thirteen + one));
  return thirteen + String(digit);
};
const gtin = fc.stringMatching(/^\d{13}$/).map(withCheckDigit);
const fieldText = fc.stringMatching(/^[A-Za-z0-9./_-]{1,20}$/);
const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
const short = (iso: string): string => iso.slice(2).replaceAll('-', '');
const GS = '\u001D';

describe('codes of makers', () => {
  it('are read whatever the order of their elements and the mark before them', () => {
    fc.assert(
      fc.property(gtin, fieldText, fieldText, day, fc.constantFrom('', ']C1', ']d2', ']Q3'), fc.boolean(), (number, lot, serial, expiry, mark, lotFirst) => {
        const tail = lotFirst ? `10${lot}${GS}17${short(expiry)}21${serial}` : `17${short(expiry)}21${serial}${GS}10${lot}`;
        const read = readMaterialCode(`${mark}01${number}${tail}`);
        expect(read).toMatchObject({ ok: true, said: { gtin: number, lot, serial, expiry, item: '' } });
      }),
    );
  });

  it('say the same in brackets, and with bars for separators; what is stored is read again alike', () => {
    fc.assert(
      fc.property(gtin, fieldText, day, (number, lot, expiry) => {
        const scanned = readMaterialCode(`01${number}10${lot}${GS}17${short(expiry)}`);
        const typed = readMaterialCode(`(01)${number}(10)${lot}(17)${short(expiry)}`);
        if (!scanned.ok || !typed.ok) throw new Error('refused');
        expect({ ...typed.said, code: '' }).toEqual({ ...scanned.said, code: '' });
        expect(readMaterialCode(scanned.said.code)).toEqual(scanned);
      }),
    );
  });

  it('are refused when one digit of the number is another one', () => {
    fc.assert(
      fc.property(gtin, fc.nat(13), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
        const wrong = number.slice(0, at) + String((Number(number[at]) + by) % 10) + number.slice(at + 1);
        expect(readMaterialCode(`01${wrong}17270131`)).toEqual({ ok: false, flaw: 'check-digit' });
      }),
    );
  });

  it('a bare number is one of eight, twelve, thirteen or fourteen digits', () => {
    expect(readMaterialCode('6901234567892')).toMatchObject({ ok: true, said: { gtin: '06901234567892', lot: '', expiry: '' } });
    expect(readMaterialCode('6901234567893')).toEqual({ ok: false, flaw: 'check-digit' });
  });
});

describe('labels of the house', () => {
  it('name entry, lot, last day and serial number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{2,20}$/), fc.stringMatching(/^[A-Za-z0-9.-]{1,20}$/), day, (item, lot, expiry) => {
        expect(readMaterialCode(`${item}/${lot}/${short(expiry)}`)).toMatchObject({ ok: true, said: { item, lot, expiry, gtin: '', serial: '' } });
        expect(readMaterialCode(`${item}/${lot}/${short(expiry)}/S1`)).toMatchObject({ ok: true, said: { serial: 'S1' } });
      }),
    );
  });
});

describe('days', () => {
  it.each([
    ['270131', '2027-01-31'],
    ['280200', '2028-02-29'],
    ['270200', '2027-02-28'],
    ['270230', undefined],
    ['271301', undefined],
    ['270031', undefined],
    ['27013', undefined],
  ])('%s is %s', (text, expected) => {
    expect(dayOfCode(text)).toBe(expected);
  });
});

it('anything is answered, never thrown, and what is taken says what it is', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 260 }), fc.string({ unit: 'binary', maxLength: 60 }), fc.stringMatching(/^[0-9()|]{0,60}$/)), (text) => {
      const read = readMaterialCode(text);
      if (read.ok) expect(read.said.gtin !== '' || read.said.item !== '').toBe(true);
    }),
  );
  expect(readMaterialCode('  ')).toEqual({ ok: false, flaw: 'empty' });
  expect(readMaterialCode('1'.repeat(201))).toEqual({ ok: false, flaw: 'too-long' });
  expect(readMaterialCode('MZ0001')).toEqual({ ok: false, flaw: 'unknown-code' });
  expect(readMaterialCode('0106901234567892(10)x')).toMatchObject({ ok: false });
});
