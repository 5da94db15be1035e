import { MAX_CODE, type MaterialCode } from '../../contract/material/material.ts';
import { type CodeFlaw, dayOfCode } from './code-parts.ts';
import { readMaCode, readTraceCode } from './national-code.ts';

export type ReadCode = { readonly ok: true; readonly said: MaterialCode } | { readonly ok: false; readonly flaw: CodeFlaw };

/** Ends a field of variable length (FNC1). */
const SEPARATOR = '\u001D';
/** Scanners name the kind of code before it: Code 128, DataMatrix, QR, DataBar, each with or without GS1 (ISO/IEC 15424). */
const SYMBOLOGY = /^\](?:C[0-4]|d[0-6]|Q[0-6]|e0)/;
/** Application identifiers whose field has a length of its own: digits behind the identifier. */
const FIXED: readonly (readonly [pattern: RegExp, length: number])[] = [
  [/^00/, 18],
  [/^0[1-3]/, 14],
  [/^1[1-9]/, 6],
  [/^20/, 2],
  [/^3[1-6]\d\d/, 6],
  [/^41\d/, 13],
];
/** Those of variable length that stand on medical devices: identifier, most characters. */
const VARIABLE: readonly (readonly [pattern: RegExp, max: number])[] = [
  [/^10/, 20],
  [/^2[12]/, 20],
  [/^24[0-3]/, 30],
  [/^25[0-5]/, 30],
  [/^30|^37/, 8],
  [/^71\d/, 20],
  [/^9[0-9]/, 90],
];
/** With blanks and the mark of the kind of code around it. */
const MAX_SENT = MAX_CODE + 10;
const EMPTY: MaterialCode = { code: '', gtin: '', item: '', lot: '', expiry: '', serial: '' };
/** What GS1 lets stand in a lot or serial number, without the blank. */
const FIELD_TEXT = /^[!-~]{1,20}$/;

/** The sum of all digits, weighted 3 and 1 from the right, is a multiple of ten. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return /^\d+$/.test(digits) && sum % 10 === 0;
}

type Elements = ReadonlyMap<string, string>;

/** `(01)…(17)…(10)…` as people read it below a code. */
function bracketed(text: string): Elements | undefined {
  const found = new Map<string, string>();
  let rest = text;
  while (rest !== '') {
    const match = /^\((\d{2,4})\)([^(]+)/.exec(rest);
    if (!match?.[1] || match[2] === undefined || found.has(match[1])) return undefined;
    found.set(match[1], match[2]);
    rest = rest.slice(match[0].length);
  }
  return found;
}

/** Elements one behind the other, those of variable length ended by a separator or by the end. */
function elementString(text: string): Elements | undefined {
  const found = new Map<string, string>();
  let rest = text;
  while (rest !== '') {
    const fixed = FIXED.map(([pattern, length]) => ({ id: pattern.exec(rest)?.[0], length })).find(({ id }) => id !== undefined);
    const variable = VARIABLE.map(([pattern, length]) => ({ id: pattern.exec(rest)?.[0], length })).find(({ id }) => id !== undefined);
    const id = fixed?.id ?? variable?.id;
    if (id === undefined || found.has(id)) return undefined;
    const after = rest.slice(id.length);
    const end = fixed ? fixed.length : after.includes(SEPARATOR) ? after.indexOf(SEPARATOR) : after.length;
    const value = after.slice(0, end);
    if (value === '' || (fixed ? value.length !== fixed.length || !/^\d+$/.test(value) : value.length > (variable?.length ?? 0))) return undefined;
    found.set(id, value);
    rest = after.slice(end);
    if (rest.startsWith(SEPARATOR)) rest = rest.slice(1);
  }
  return found;
}

function fromElements(code: string, elements: Elements): ReadCode {
  const gtin = elements.get('01') ?? '';
  if (!/^\d{14}$/.test(gtin)) return { ok: false, flaw: 'unknown-code' };
  if (!hasCheckDigit(gtin)) return { ok: false, flaw: 'check-digit' };
  const [lot = '', serial = '', day = ''] = [elements.get('10'), elements.get('21'), elements.get('17')];
  if ([lot, serial].some((text) => text !== '' && !FIELD_TEXT.test(text))) return { ok: false, flaw: 'bad-lot' };
  const expiry = day === '' ? '' : dayOfCode(day);
  if (expiry === undefined) return { ok: false, flaw: 'bad-date' };
  return { ok: true, said: { ...EMPTY, code, gtin, lot, expiry, serial } };
}

/** `item/lot/YYMMDD` with a serial number behind it where there is one: labels of the house, for what bears no code of its maker. */
const HOUSE = /^([A-Za-z0-9-]{2,60})\/([^/\s]{1,20})\/(\d{6})(?:\/([^/\s]{1,20}))?$/;

function fromHouse(code: string): ReadCode | undefined {
  const match = HOUSE.exec(code);
  if (!match) return undefined;
  const [, item = '', lot = '', day = '', serial = ''] = match;
  if ([lot, serial].some((text) => text !== '' && !FIELD_TEXT.test(text))) return { ok: false, flaw: 'bad-lot' };
  const expiry = dayOfCode(day);
  return expiry === undefined ? { ok: false, flaw: 'bad-date' } : { ok: true, said: { ...EMPTY, code, item, lot, expiry, serial } };
}

/**
 * Reads a code of a dialyser or of something else that is used: UDI of the MA system and trace codes of packs (`national-code.ts`), GS1 element strings as scanners type them (with or without the mark of the kind of code, group
 * separators as they are or as `|`), the same in brackets, a bare GTIN, and labels of the house. A lot that runs into the next element because a scanner
 * leaves separators out cannot be told apart: scanners are set up to send them.
 */
export function readMaterialCode(text: string): ReadCode {
  if (text.length > MAX_SENT) return { ok: false, flaw: 'too-long' };
  const elementsOf = text.trim().replace(SYMBOLOGY, '').replaceAll('|', SEPARATOR).split(SEPARATOR);
  const bare = elementsOf.filter((part) => part !== '').join(SEPARATOR);
  if (bare === '') return { ok: false, flaw: 'empty' };
  if (bare.length > MAX_CODE) return { ok: false, flaw: 'too-long' };
  const code = bare.replaceAll(SEPARATOR, '|');
  const house = fromHouse(bare);
  if (house) return house;
  const national = readMaCode(bare) ?? readTraceCode(bare);
  if (national) return national.ok ? { ok: true, said: { ...EMPTY, code, ...national.said } } : national;
  if (/^(?:\d{8}|\d{12,14})$/.test(bare)) {
    const gtin = bare.padStart(14, '0');
    return hasCheckDigit(gtin) ? { ok: true, said: { ...EMPTY, code, gtin } } : { ok: false, flaw: 'check-digit' };
  }
  const elements = bare.startsWith('(') ? bracketed(bare) : elementString(bare);
  return elements ? fromElements(code, elements) : { ok: false, flaw: 'unknown-code' };
}
