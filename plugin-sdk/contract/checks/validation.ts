import type { ErrorParams } from '../errors.ts';
import type { Language } from '../menu/menu.ts';
import { VALIDATION_TEXTS, type ValidationKey } from './validation-texts.ts';

/** Why a value was refused: a key of the text table, or a text of the rule's own. */
export type RuleFailure = { readonly key: ValidationKey; readonly params?: ErrorParams } | { readonly text: string };

/** Tells what is wrong with a value, or nothing. Rules see filled values only; emptiness is the `required` flag's business. */
export type Rule = (value: unknown) => RuleFailure | undefined;

const MOBILE = /^1[3-9]\d{9}$/;
const PASSWORD = /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9]{6,16}$/;
const EMAIL = /^[A-Za-z0-9](?:[A-Za-z0-9._%+-]{0,62}[A-Za-z0-9_%+-])?@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24}$/;
/** Province character, authority letter, then 5 (ordinary, police, learner, trailer, Hong Kong/Macao) or 6 (new energy) characters; no I or O. */
const LICENCE_PLATE =
  /^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-HJ-NP-Z](?:[A-HJ-NP-Z0-9]{4}[A-HJ-NP-Z0-9挂学警港澳]|\d{5}[A-HJK]|[A-HJK][A-HJ-NP-Z0-9]\d{4})$/;
const CHINESE = /^[\u3400-\u4dbf\u4e00-\u9fff\u{20000}-\u{2ebef}]+$/u;
const EN_CODE = /^[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*$/;
/** Letters of any language, digits, and the few signs that occur in names and `mobile@account`. */
const ACCOUNT = /^[\p{L}\p{N}_@.·-]+(?: [\p{L}\p{N}_@.·-]+)*$/u;
const DIGITS = /^\d+$/;
const POSITIVE_INTEGER = /^[1-9]\d*$/;
const HALF_STEPS = /^-?\d+(?:\.[05]0*)?$/;
const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;
const ID_CHECK_DIGITS = '10X98765432';

export const isMobile = (text: string): boolean => MOBILE.test(text);
export const isPassword = (text: string): boolean => PASSWORD.test(text);
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text);
export const isLicencePlate = (text: string): boolean => LICENCE_PLATE.test(text);
export const isChinese = (text: string): boolean => CHINESE.test(text);
/** Letters, digits and dots, the dot not first or last. */
export const isEnCode = (text: string): boolean => EN_CODE.test(text);
/** User account or full name without special symbols. */
export const isAccount = (text: string): boolean => ACCOUNT.test(text);
export const isDigits = (text: string): boolean => DIGITS.test(text);
/** A whole number or a multiple of 0.5. */
export const isAllDate = (text: string): boolean => HALF_STEPS.test(text);
export const isBigInt = (text: string): boolean => POSITIVE_INTEGER.test(text);

function isCalendarDay(year: number, month: number, day: number): boolean {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

/** Resident ID card of 18 places: region, a day that exists, check digit (GB 11643); also the old form of 15 digits. */
export function isIdCard(text: string): boolean {
  if (/^[1-9]\d{14}$/.test(text)) return isCalendarDay(1900 + Number(text.slice(6, 8)), Number(text.slice(8, 10)), Number(text.slice(10, 12)));
  if (!/^[1-9]\d{16}[\dXx]$/.test(text)) return false;
  const year = Number(text.slice(6, 10));
  if (year < 1800 || !isCalendarDay(year, Number(text.slice(10, 12)), Number(text.slice(12, 14)))) return false;
  const sum = ID_WEIGHTS.reduce<number>((total, weight, place) => total + weight * Number(text[place]), 0);
  return ID_CHECK_DIGITS[sum % 11] === text[17]?.toUpperCase();
}

/**
 * A formula as the list of its parts: numbers (or field names) and operators alternate, so their count is odd, and
 * brackets are balanced.
 */
export function isFormula(parts: readonly string[]): boolean {
  let depth = 0;
  let wantsOperand = true;
  for (const part of parts) {
    if (part === '(') {
      if (!wantsOperand) return false;
      depth += 1;
    } else if (part === ')') {
      if (wantsOperand || depth === 0) return false;
      depth -= 1;
    } else {
      const isOperator = part.length === 1 && '+-*/×÷'.includes(part);
      if (isOperator === wantsOperand) return false;
      wantsOperand = isOperator;
    }
  }
  return !wantsOperand && depth === 0;
}

/** True for null, undefined, empty text (also blanks only) and the empty list (spec 5, sub-table). */
export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0);

const textRule =
  (key: ValidationKey, test: (text: string) => boolean): Rule =>
  (value) =>
    test(String(value)) ? undefined : { key };

/** The rules of spec 5, ready for the `rules` of a field. */
export const RULES = {
  mobile: textRule('mobile', isMobile),
  password: textRule('password', isPassword),
  idCard: textRule('idCard', isIdCard),
  email: textRule('email', isEmail),
  licencePlate: textRule('licencePlate', isLicencePlate),
  chinese: textRule('chinese', isChinese),
  enCode: textRule('enCode', isEnCode),
  account: textRule('account', isAccount),
  digits: textRule('digits', isDigits),
  allDate: textRule('allDate', isAllDate),
  bigInt: textRule('bigInt', isBigInt),
} as const satisfies Partial<Record<ValidationKey, Rule>>;

export const maxLength =
  (max: number): Rule =>
  (value) =>
    [...String(value)].length <= max ? undefined : { key: 'maxLength', params: { max } };

/** @param show How the bound is printed; money bounds are in fen, for example. */
export const minValue =
  (min: number, show: (bound: number) => string = String): Rule =>
  (value) =>
    Number(value) >= min ? undefined : { key: 'min', params: { min: show(min) } };

export const maxValue =
  (max: number, show: (bound: number) => string = String): Rule =>
  (value) =>
    Number(value) <= max ? undefined : { key: 'max', params: { max: show(max) } };

/** A pattern with a text of its own (spec 5, sub-table regex rules). */
export const matching =
  (pattern: RegExp, text?: string): Rule =>
  (value) =>
    // pattern: a copy without memory of one that is written in the form
    new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).test(String(value)) ? undefined : text === undefined ? { key: 'pattern' } : { text };

/** First complaint about a value, or nothing. An empty value is only ever refused for being required. */
export function checkValue(
  value: unknown,
  options: { readonly required?: boolean; readonly label?: string; readonly rules?: readonly Rule[] },
): RuleFailure | undefined {
  if (isEmptyValue(value)) return options.required ? { key: 'required', params: { label: options.label ?? '' } } : undefined;
  for (const rule of options.rules ?? []) {
    const failure = rule(value);
    if (failure) return failure;
  }
  return undefined;
}

/** The sentence for a failure. */
export function validationText(failure: RuleFailure, language: Language): string {
  if ('text' in failure) return failure.text;
  const params = failure.params ?? {};
  return VALIDATION_TEXTS[failure.key][language].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? '')).trim();
}
