import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LEVEL_3_PASSWORDS,
  type PasswordFlaw,
  type PasswordPolicy,
  passwordFlaw,
  passwordRuleText,
  passwordShape,
  SPEC_PASSWORDS,
  shapeFits,
} from './password-policy.ts';
import { RULES, validationText } from '../checks/validation.ts';

const policy = (more: Partial<PasswordPolicy> = {}): PasswordPolicy => ({ ...LEVEL_3_PASSWORDS, ...more });

describe('rule for typed passwords', () => {
  it.each<[password: string, flaw: PasswordFlaw | undefined]>([
    ['', 'length'],
    ['Abc1234', 'length'],
    ['Abc12345', undefined],
    ['Abcdefgh12345678', undefined],
    ['Abcdefgh123456789', 'length'],
    ['Abcdefgh', 'letters-digits'],
    ['12345678', 'letters-digits'],
    ['abcd1234', 'kinds'],
    ['abcd123!', undefined],
    ['Abc 12345', 'characters'],
    ['密码Abc12345', 'characters'],
  ])('[5-02] level 3: %j → %s', (password, flaw) => expect(passwordFlaw(password, policy())).toBe(flaw));

  it('[5-02] [9-21] the rule of the specification is 6-16 letters and digits, both kinds, with its message and nothing more', () => {
    expect(SPEC_PASSWORDS).toMatchObject({ minLength: 6, maxLength: 16, history: 0, maxAgeDays: 0 });
    for (const good of ['abc123', '1bcdef', 'Abcdefgh12345678']) expect(passwordFlaw(good, SPEC_PASSWORDS), good).toBeUndefined();
    expect(['ab123', 'Abcdefgh123456789', 'abcdef', '123456', 'abc-123', 'abc 123'].map((bad) => passwordFlaw(bad, SPEC_PASSWORDS))).toEqual([
      'length',
      'length',
      'letters-digits',
      'letters-digits',
      'characters',
      'characters',
    ]);
    for (const language of ['zh', 'zhtw', 'en'] as const)
      expect(passwordRuleText(SPEC_PASSWORDS, language)).toBe(validationText({ key: 'password' }, language));
    expect(passwordRuleText(SPEC_PASSWORDS, 'en')).toBe('6-16 characters password (digits and letters)');
  });

  it('[5-02] says the same of every password as the pattern that fields use', () => {
    const near = fc.string({ maxLength: 18, unit: fc.constantFrom(...'aZ09z5-_ 密') });
    fc.assert(
      fc.property(near, (password) => {
        expect(passwordFlaw(password, SPEC_PASSWORDS) === undefined).toBe(RULES.password(password) === undefined);
      }),
    );
  });

  it('whatever passes has the length, a letter, a digit and the kinds', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 0, maxLength: 20, unit: 'grapheme-ascii' }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 6, max: 10 }),
        (password, kinds, minLength) => {
          if (passwordFlaw(password, policy({ kinds, minLength })) !== undefined) return;
          const held = ['a-z', 'A-Z', '0-9', '^a-zA-Z0-9'].filter((set) => new RegExp(`[${set}]`).test(password)).length;
          expect(password.length >= minLength && password.length <= 16 && held >= kinds && /\d/.test(password) && /[a-z]/i.test(password)).toBe(true);
        },
      ),
    );
  });

  it('what is said of a password beside its hash fits exactly when its length and letters do, and tells no more', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 0, maxLength: 16, unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) }),
        fc.integer({ min: 2, max: 4 }),
        (password, kinds) => {
          const shape = passwordShape(password, policy({ kinds }));
          expect(shapeFits(shape, policy({ kinds }))).toBe(passwordFlaw(password, policy({ kinds })) === undefined);
          expect(shape.length).toBeLessThanOrEqual(policy().minLength);
        },
      ),
    );
  });

  it('says the rule in three languages', () => {
    expect(passwordRuleText(policy(), 'zh')).toBe('请输入8-16位密码（数字和字母，大写、小写、数字、符号至少3种）');
    expect(passwordRuleText(policy(), 'zhtw')).toContain('8-16 位密碼');
    expect(passwordRuleText(policy({ minLength: 12, maxLength: 12 }), 'en')).toMatch(/^12 characters password .* at least 3 of/);
  });
});
