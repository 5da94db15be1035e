import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../menu/menu.ts';
import {
  checkValue,
  isAccount,
  isAllDate,
  isBigInt,
  isChinese,
  isDigits,
  isEmail,
  isEmptyValue,
  isEnCode,
  isFormula,
  isIdCard,
  isLicencePlate,
  isMobile,
  isPassword,
  matching,
  maxLength,
  maxValue,
  minValue,
  RULES,
  validationText,
} from './validation.ts';
import { VALIDATION_TEXTS, type ValidationKey } from './validation-texts.ts';

function table(name: string, test: (text: string) => boolean, good: readonly string[], bad: readonly string[]) {
  it.each(good)(`${name}: %s is good`, (text) => expect(test(text)).toBe(true));
  it.each(bad)(`${name}: "%s" is not`, (text) => expect(test(text)).toBe(false));
}

/** 17 digits with the check digit of GB 11643, worked out in another way than the rule does. */
function withCheckDigit(first: string): string {
  let remainder = 0;
  for (const digit of first) remainder = (remainder * 2 + Number(digit)) % 11;
  remainder = (remainder * 2) % 11;
  const check = (12 - remainder) % 11;
  return first + (check === 10 ? 'X' : String(check));
}

describe('validation rules', () => {
  table('[5-01] mobile', isMobile, ['13800138000', '19912345678'], ['12800138000', '1380013800', '138001380000', '+8613800138000', '1380013800a', '']);
  table(
    '[5-02] [9-21] password',
    isPassword,
    ['abc123', 'A1B2C3D4E5F6G7H8', '1a1a1a'],
    ['abcdef', '123456', 'abc12', 'A1B2C3D4E5F6G7H8I', 'abc 123', 'abc_123', '密码abc123'],
  );
  table(
    '[5-03] ID card',
    isIdCard,
    ['11010519491231002X', '440308199901101512', '110105491231002'],
    ['11010519491231002Y', '110105194912310021', '110105194913310025', '110105194902300026', '01010519491231002X', ''],
  );
  table(
    '[5-03] email',
    isEmail,
    ['a@b.co', 'first.last+tag@mail.example.com', 'x_y%z@a-b.cn'],
    ['a@b', '@b.co', 'a b@c.co', 'a@-b.co', '.a@b.co', 'a@b..co', `${'a'.repeat(65)}@b.co`],
  );
  table(
    '[5-03] licence plate',
    isLicencePlate,
    ['京A12345', '粤B12345D', '桂A6D23学', '粤ZA123港', '沪AD12345'],
    ['A12345', '京112345', '京A1234', '京I12345', '京A1234O', '京A123456'],
  );
  table('[5-03] Chinese only', isChinese, ['中文', '𠮷'], ['中文a', '中 文', '中文。', '']);
  table('[5-04] enCode', isEnCode, ['his.pharmacy', 'A1', 'a.b.c'], ['.a', 'a.', 'a..b', 'a_b', 'a-b', '编码', '']);
  table(
    '[5-05] account and full name',
    isAccount,
    ['张三', 'zhang.san', '13800138000@clinic', '阿卜杜·热合曼', 'Ann-Marie Li'],
    ['a<b', "a'b", 'a;b', 'a/b', ' a', 'a ', '张三！', ''],
  );
  table('[5-05] userCode', isDigits, ['0012', '1'], ['1a', '-1', '1.0', '']);
  table('[5-06] allDate', isAllDate, ['1', '0.5', '2.50', '-1.5', '3.0'], ['0.4', '1.55', '.5', 'a', '1.', '']);
  table('[5-06] bigInt', isBigInt, ['1', '120'], ['0', '-1', '1.5', '01', '']);

  it('[5-03] every ID card with a right check digit passes, with any other it fails', () => {
    const parts = fc.tuple(
      fc.integer({ min: 110000, max: 820000 }),
      fc.integer({ min: 1900, max: 2025 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
      fc.integer({ min: 0, max: 999 }),
    );
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 10 }), ([region, year, month, day, serial], shift) => {
        const card = withCheckDigit(`${region}${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}${String(serial).padStart(3, '0')}`);
        expect(isIdCard(card)).toBe(true);
        expect(isIdCard(card.toLowerCase())).toBe(true);
        const digits = '0123456789X';
        const other = digits[(digits.indexOf(card[17] ?? '') + shift) % 11];
        expect(isIdCard(card.slice(0, 17) + other)).toBe(false);
      }),
    );
  });

  it.each([
    [['1'], true],
    [['a', '+', '2'], true],
    [['(', 'a', '+', 'b', ')', '*', '3'], true],
    [['a', '+'], false],
    [['+', 'a'], false],
    [['a', 'b'], false],
    [['(', 'a', '+', 'b'], false],
    [['a', ')', '+', '('], false],
    [['(', ')'], false],
    [[], false],
  ] as const)('[5-07] formula %j → %s', (parts, good) => expect(isFormula(parts)).toBe(good));

  it('[5-07] numbers and operators that alternate in odd count are a formula', () => {
    const chain = fc.tuple(fc.nat().map(String), fc.array(fc.tuple(fc.constantFrom('+', '-', '*', '/'), fc.nat().map(String)), { maxLength: 10 }));
    fc.assert(
      fc.property(chain, ([first, rest]) => {
        const parts = [first, ...rest.flat()];
        expect(parts.length % 2).toBe(1);
        expect(isFormula(parts)).toBe(true);
        expect(isFormula(parts.slice(0, -1))).toBe(false);
      }),
    );
  });

  it.each([[null], [undefined], [''], ['  '], [[]]])('[5-12] %j is empty', (value) => {
    expect(isEmptyValue(value)).toBe(true);
    expect(checkValue(value, { required: true, label: '数量' })).toEqual({ key: 'required', params: { label: '数量' } });
    expect(checkValue(value, { rules: [RULES.mobile] })).toBeUndefined();
  });

  it.each([[0], [false], ['0'], [[0]]])('[5-12] %j is not empty', (value) => expect(isEmptyValue(value)).toBe(false));

  it('[5-13] [8-15] rules see filled values only and the first failing one speaks', () => {
    const rules = [matching(/^a/, 'must begin with a'), matching(/z$/, 'must end with z')];
    expect(checkValue('b', { rules })).toEqual({ text: 'must begin with a' });
    expect(checkValue('ab', { rules })).toEqual({ text: 'must end with z' });
    expect(checkValue('az', { rules })).toBeUndefined();
    expect(checkValue('', { rules })).toBeUndefined();
  });

  it('a pattern with memory gives the same answer twice', () => {
    const rule = matching(/a/g, 'no');
    expect([rule('a'), rule('a')]).toEqual([undefined, undefined]);
  });

  it('bounds count characters as people do', () => {
    expect(maxLength(2)('𠮷𠮷')).toBeUndefined();
    expect(maxLength(2)('abc')).toEqual({ key: 'maxLength', params: { max: 2 } });
    expect(minValue(1)(0)).toEqual({ key: 'min', params: { min: '1' } });
    expect(maxValue(1)(1)).toBeUndefined();
  });

  it.each(Object.keys(VALIDATION_TEXTS) as ValidationKey[])('text "%s" is there in three languages with the same blanks', (key) => {
    const blanks = LANGUAGES.map((language) => [...VALIDATION_TEXTS[key][language].matchAll(/\{\{\w+\}\}/g)].map(String).sort());
    expect(new Set(blanks.map(String)).size).toBe(1);
    for (const language of LANGUAGES) expect(VALIDATION_TEXTS[key][language].trim()).not.toBe('');
  });

  it('[5-01] [5-02] [5-04] [5-06] the messages say what the specification says', () => {
    expect(validationText({ key: 'mobile' }, 'en')).toBe('please enter your phone number correctly');
    expect(validationText({ key: 'password' }, 'en')).toBe('6-16 characters password (digits and letters)');
    expect(validationText({ key: 'enCode' }, 'en')).toContain('code can only contain English, numbers and decimal point');
    expect(validationText({ key: 'allDate' }, 'en')).toBe('time can only be an integer or multiple of 0.5');
    expect(validationText({ key: 'required', params: { label: '数量' } }, 'zh')).toBe('数量不能为空');
    expect(validationText({ text: 'own' }, 'zh')).toBe('own');
  });

  it('no input makes a rule slow', () => {
    const long = 'a'.repeat(5000);
    for (const test of [isMobile, isPassword, isIdCard, isEmail, isLicencePlate, isChinese, isEnCode, isAccount, isDigits, isAllDate, isBigInt]) {
      test(`${long}!`);
      test(`${long}@${long}.${long}!`);
      test(`${'a.'.repeat(3000)}!`);
    }
  });
});
