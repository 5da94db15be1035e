import { describe, expect, it } from 'vitest';
import { maskedJson, maskedText } from './mask.ts';

describe('2.5-05: what a log keeps of a text', () => {
  it.each([
    ['login failed: password=Demo2026&account=doctor', 'login failed: password=***&account=doctor'],
    ['{"newPassword":"Geheim 1","name":"x"}', '{"newPassword":"*** 1","name":"x"}'],
    ["token: 'abc.def', next", "token: '***', next"],
    ['Authorization: Bearer eyJhbGciOi', 'Authorization: ***'],
    ['connect postgres://nephra:geheim@db:5432/x failed', 'connect postgres://nephra:***@db:5432/x failed'],
    ['psn 11010519491231002X is unknown', 'psn 110***2X is unknown'],
    ['old card 110105491231002', 'old card 110***02'],
    ['call 13812345678 back', 'call 138***78 back'],
  ])('%s', (text, masked) => expect(maskedText(text)).toBe(masked));

  it.each(['bill 2026030112345678901', 'at 1795000000000', 'order CN13812345678', 'a passing word', 'at Object.run (bill.ts:138:12)'])(
    'leaves alone: %s',
    (text) => expect(maskedText(text)).toBe(text),
  );

  it('JSON loses members of secret names, and numbers of people in the others', () => {
    const shown = maskedJson({ account: 'doctor', password: 'a "quoted" one', idCard: '11010519491231002X', inner: [{ smsKeySecret: 'x', secret: '' }] });
    expect(JSON.parse(shown)).toEqual({ account: 'doctor', password: '***', idCard: '110***2X', inner: [{ smsKeySecret: '***', secret: '' }] });
    expect(maskedJson(undefined)).toBe('');
  });
});
