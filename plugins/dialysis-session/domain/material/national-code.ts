import type { MaterialCode } from '../../contract/material/material.ts';
import { type CodeFlaw, dayOfCode } from './code-parts.ts';

type Said = Omit<MaterialCode, 'code' | 'item'>;
export type ReadNational = { readonly ok: true; readonly said: Said } | { readonly ok: false; readonly flaw: CodeFlaw };

/**
 * UDI of the MA code system (IDcode, issuing agency ZIIOT): `MA.156.M0.100761.21234561`, which is agency, country of three digits, industry (`M0`: medical devices), registrant of six
 * digits, and product: a digit for the pack, six characters, a check character. Units of the lot follow, each a point, a letter and its text. As the agency describes it
 * (udi.cp-sy.cn/Login/Architecture; 医疗器械唯一标识 MA(IDcode)编码手册 as quoted by wanbiaoku.com/new/af3df720e0c04f3bb39b5d8f0061555d). How the check character is worked out
 * is not written there, so it is not tried.
 */
const MA_PRODUCT = /^MA\.\d{3}\.M\d\.[0-9A-Z]{6}\.[0-9A-Z]{8}(?=\.|$)/i;
/** 批号 L, 序列号 S, 生产日期 M, 灭菌批号 D, 有效期 V, 失效期 E, check C. */
const MA_UNIT = /^([LSMDVEC])([!-~]*)$/;

/** Six or eight digits, as both stand on packs. */
const dayOfUnit = (text: string): string | undefined =>
  /^20\d{6}$/.test(text) ? dayOfCode(text.slice(2)) : /^\d{6}$/.test(text) ? dayOfCode(text) : undefined;

/** @returns undefined: it is no code of this system */
export function readMaCode(bare: string): ReadNational | undefined {
  if (!/^MA\.\d/i.test(bare)) return undefined;
  const product = MA_PRODUCT.exec(bare)?.[0];
  if (product === undefined) return { ok: false, flaw: 'broken-ma' };
  const units = new Map<string, string>();
  for (const part of bare.slice(product.length).split('.').slice(1)) {
    const [, letter = '', text = ''] = MA_UNIT.exec(part) ?? [];
    if (letter === '' || units.has(letter)) return { ok: false, flaw: 'broken-ma' };
    units.set(letter, text);
  }
  const [lot = '', serial = ''] = [units.get('L'), units.get('S')];
  if (['L', 'S'].some((letter) => units.has(letter) && !/^.{1,20}$/.test(units.get(letter) ?? ''))) return { ok: false, flaw: 'bad-lot' };
  const last = units.get('E') ?? units.get('V');
  const days = ['M', 'V', 'E'].flatMap((letter) => units.get(letter) ?? []).map(dayOfUnit);
  if (days.includes(undefined)) return { ok: false, flaw: 'bad-date' };
  return { ok: true, said: { gtin: product.toUpperCase(), lot, serial, expiry: last === undefined ? '' : (dayOfUnit(last) ?? '') } };
}

export const isTraceCode = (code: string): boolean => /^[1-9]\d{19}$/.test(code);

/**
 * Trace code of a pack (药品追溯码, 码上放心 of 阿里健康): twenty digits, of which the first seven name product, strength and pack and the others the piece (NMPAB/T 1002-2019
 * 药品追溯码编码要求). Only the pack itself is named: lot and last day are in the trace system. Codes that begin with 0 are GS1 (`00` logistic unit, `01` GTIN).
 * @returns undefined: it is none
 */
export function readTraceCode(bare: string): ReadNational | undefined {
  if (!isTraceCode(bare)) return undefined;
  return { ok: true, said: { gtin: bare.slice(0, 7), lot: '', expiry: '', serial: bare.slice(7) } };
}
