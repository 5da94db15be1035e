import type { RegionConnection } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildEnvelope, messageNumber, operatorNo, stampOf, withoutEmpty } from './envelope.ts';

const connection = {
  orgId: 'org-gz',
  region: 'guangdong',
  baseUrl: 'http://127.0.0.1:5090/guangdong',
  fixmedinsCode: 'H44SIM000001',
  fixmedinsName: '模拟透析中心',
  mdtrtareaAdmvs: '440100',
  recerSysCode: 'SIM',
  infver: '',
  values: { secret: 'never' },
} as RegionConnection;
const AT = Date.parse('2026-03-01T16:00:05Z');

describe('the envelope', () => {
  it('has every field of the interface in business time, and nothing of the secrets', () => {
    const envelope = buildEnvelope({
      infno: '1101',
      msgid: 'M',
      connection,
      insuplcAdmdvs: '440100',
      operator: { no: 'u1', name: '周收费' },
      signNo: 'S1',
      instant: AT,
      input: { data: { psn_no: null, balc: Number.NaN, list: [undefined, 1] } },
    });
    expect(envelope).toEqual({
      infno: '1101',
      msgid: 'M',
      mdtrtarea_admvs: '440100',
      insuplc_admdvs: '440100',
      recer_sys_code: 'SIM',
      dev_no: '',
      dev_safe_info: '',
      cainfo: '',
      signtype: '',
      infver: 'V1.0',
      opter_type: '1',
      opter: 'u1',
      opter_name: '周收费',
      inf_time: '2026-03-02 00:00:05',
      fixmedins_code: 'H44SIM000001',
      fixmedins_name: '模拟透析中心',
      sign_no: 'S1',
      input: { data: { psn_no: '', balc: 0, list: ['', 1] } },
    });
    expect(JSON.stringify(envelope)).not.toContain('never');
  });

  it('sends nothing as null, whatever stands in the input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.stringify(withoutEmpty(value))).not.toMatch(/(^|[:,[])null/);
      }),
    );
  });

  it('message numbers are 30 characters and tell their three parts apart', () => {
    const code = fc.stringMatching(/^[A-Za-z0-9]{1,30}$/);
    fc.assert(
      fc.property(code, fc.integer({ min: 0, max: 4_000_000_000_000 }), fc.integer({ min: 1, max: 9999 }), (facility, instant, sequence) => {
        const number = messageNumber(facility, stampOf(instant), sequence);
        expect(number).toHaveLength(30);
        expect(number.slice(12, 26)).toBe(stampOf(instant));
        expect(Number(number.slice(26))).toBe(sequence);
      }),
    );
  });

  it('operator numbers fit, stay apart, and a number of a number is itself', () => {
    expect(operatorNo('job', 'H44SIM000001')).toBe('AUTOH44SIM000001');
    expect(operatorNo('user-cashier', 'H44SIM000001')).toBe('user-cashier');
    const long = '019c8a5b7d2e00010123456789abcdef';
    expect(operatorNo(long, 'H')).toHaveLength(20);
    expect(operatorNo(operatorNo(long, 'H'), 'H')).toBe(operatorNo(long, 'H'));
  });
});
