import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasVoucherToken, maskedText, maskPersonal, withoutIdNumbers } from './masking.ts';

const ID_CARD = '990101196003030017';

describe('what the journal may show', () => {
  it('identity numbers at any depth, also inside of text, are masked; shapes stay', () => {
    const value = { output: JSON.stringify({ baseinfo: { certno: ID_CARD } }), list: [{ mdtrt_cert_type: '02', mdtrt_cert_no: ID_CARD }], psn_no: 'P1' };
    const masked = maskPersonal(value) as typeof value;
    expect(JSON.stringify(masked)).not.toContain(ID_CARD);
    expect(masked.psn_no).toBe('P1');
    expect(JSON.parse(masked.output)).toEqual({ baseinfo: { certno: '990*************17' } });
  });

  it('tokens and sign-in numbers are gone altogether', () => {
    const text = maskedText(JSON.stringify({ sign_no: 'S-4711', input: { data: { mdtrt_cert_type: '01', mdtrt_cert_no: 'TOKEN-4711', ecToken: 'EC-4711' } } }));
    expect(text).not.toContain('4711');
  });

  it('no token of a voucher survives, wherever it stands', () => {
    const token = fc.stringMatching(/^[a-z]{8,20}$/).map((text) => `TOKEN-${text}`);
    fc.assert(
      fc.property(token, fc.array(fc.constantFrom('data', 'input', 'mdtrtinfo'), { maxLength: 4 }), fc.boolean(), (secret, path, asText) => {
        const node: unknown = path.reduce<unknown>((inner, name) => ({ [name]: inner }), { mdtrt_cert_type: '01', mdtrt_cert_no: secret });
        expect(hasVoucherToken(node)).toBe(true);
        const sent = asText ? { input: JSON.stringify(node) } : node;
        expect(JSON.stringify(maskPersonal(sent))).not.toContain(secret);
      }),
    );
  });

  it('free text loses identity numbers and keeps message numbers', () => {
    expect(withoutIdNumbers(`证件号码${ID_CARD}不存在`)).toBe('证件号码990*************17不存在');
    const msgid = 'H44SIM000001202603021000000001';
    expect(withoutIdNumbers(`报文${msgid}重复`)).toBe(`报文${msgid}重复`);
  });
});
