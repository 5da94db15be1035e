import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readMaterialCode } from './material-code.ts';

const product = fc.tuple(fc.stringMatching(/^\d{6}$/), fc.stringMatching(/^[0-9]{8}$/)).map(([registrant, code]) => `MA.156.M0.${registrant}.${code}`);
const text = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/);
const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
const digits = (iso: string, long: boolean): string => iso.slice(long ? 0 : 2).replaceAll('-', '');

it('MA codes say maker, lot, serial number and last day, whatever the order of their units and the length of their days', () => {
  fc.assert(
    fc.property(product, text, text, day, day, fc.boolean(), fc.boolean(), (di, lot, serial, made, last, long, turned) => {
      const units = [`S${serial}`, `M${digits(made, long)}`, `L${lot}`, `D${lot}`, `E${digits(last, long)}`, 'C3'];
      const code = [di, ...(turned ? units.toReversed() : units)].join('.');
      expect(readMaterialCode(`]Q1${code}`)).toEqual({ ok: true, said: { code, gtin: di, item: '', lot, serial, expiry: last } });
    }),
  );
});

it('the day on which it can no more be used goes before the one until which it is good; without either there is none', () => {
  const di = 'MA.156.M0.100761.21234561';
  expect(readMaterialCode(`${di}.Sx00008.M220117.L20220117.D20220118.E220130.V220117.C3`)).toMatchObject({
    ok: true,
    said: { gtin: di, expiry: '2022-01-30' },
  });
  expect(readMaterialCode(`${di}.V20270131`)).toMatchObject({ ok: true, said: { expiry: '2027-01-31' } });
  expect(readMaterialCode(di)).toMatchObject({ ok: true, said: { gtin: di, lot: '', serial: '', expiry: '' } });
  expect(readMaterialCode(di.toLowerCase())).toMatchObject({ ok: true, said: { gtin: di } });
});

it.each([
  ['MA.156.M0.100761', 'broken-ma'],
  ['MA.156.M0.100761.2123456', 'broken-ma'],
  ['MA.156.M0.100761.212345612', 'broken-ma'],
  ['MA.156.1003.16291', 'broken-ma'],
  ['MA.156.M0.100761.21234561.X1', 'broken-ma'],
  ['MA.156.M0.100761.21234561.L1.L2', 'broken-ma'],
  ['MA.156.M0.100761.21234561.', 'broken-ma'],
  ['MA.156.M0.100761.21234561.L', 'bad-lot'],
  ['MA.156.M0.100761.21234561.E271331', 'bad-date'],
  ['MA.156.M0.100761.21234561.M2027013', 'bad-date'],
])('%s is refused: %s', (code, flaw) => {
  expect(readMaterialCode(code)).toEqual({ ok: false, flaw });
});

it('a broken MA code is never taken for something else, and nothing is thrown', () => {
  fc.assert(
    fc.property(product, fc.string({ maxLength: 40 }), (di, tail) => {
      const read = readMaterialCode(`${di}.${tail}`);
      if (read.ok && !tail.includes('/')) expect(read.said.gtin).toBe(di);
    }),
  );
});

it('twenty digits that are no GS1 code are the trace code of a pack: seven name what it is, the others the piece', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9]\d{19}$/), (code) => {
      expect(readMaterialCode(code)).toEqual({ ok: true, said: { code, gtin: code.slice(0, 7), item: '', lot: '', expiry: '', serial: code.slice(7) } });
    }),
  );
  expect(readMaterialCode('01069012345678921012')).toMatchObject({ ok: true, said: { gtin: '06901234567892', lot: '12' } });
  expect(readMaterialCode('8412345678901234567')).toMatchObject({ ok: false });
});
