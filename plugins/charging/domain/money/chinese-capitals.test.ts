import { fen } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chineseCapitals } from './chinese-capitals.ts';

const SHEET: readonly [number, string][] = [
  [0, '零元整'],
  [5, '伍分'],
  [50, '伍角整'],
  [55, '伍角伍分'],
  [100, '壹元整'],
  [105, '壹元零伍分'],
  [1050, '壹拾元伍角整'],
  [10_000, '壹佰元整'],
  [10_520, '壹佰零伍元贰角整'],
  [100_001, '壹仟元零壹分'],
  [1_000_500, '壹万零伍元整'],
  [10_000_000, '壹拾万元整'],
  [10_100_000, '壹拾万壹仟元整'],
  [1_001_000_000, '壹仟零壹万元整'],
  [1_000_000_050_000, '壹佰亿零伍佰元整'],
  [10_000_000_000, '壹亿元整'],
  [10_010_000_000, '壹亿零壹拾万元整'],
  [99_999_999_999_999, '玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'],
  [-12_345, '负壹佰贰拾叁元肆角伍分'],
];

const DIGIT: Readonly<Record<string, number>> = Object.fromEntries([...'零壹贰叁肆伍陆柒捌玖'].map((sign, digit) => [sign, digit]));
const PLACE: Readonly<Record<string, bigint>> = { 拾: 10n, 佰: 100n, 仟: 1000n };

/** Reads capitals back, independent of how they were written. */
function readCapitals(text: string): bigint {
  let total = 0n;
  let section = 0n;
  let digit = 0n;
  for (const sign of text.replace('负', '').replace('整', '')) {
    if (sign in DIGIT) digit = BigInt(DIGIT[sign] ?? 0);
    else if (sign in PLACE) section += digit * (PLACE[sign] ?? 1n);
    else if (sign === '万' || sign === '亿') total += (section + digit) * (sign === '万' ? 1_000_000n : 10_000_000_000n);
    else if (sign === '元') total += (section + digit) * 100n;
    else total += digit * (sign === '角' ? 10n : 1n);
    if (!(sign in DIGIT)) digit = 0n;
    if (sign === '万' || sign === '亿' || sign === '元') section = 0n;
  }
  return text.startsWith('负') ? -total : total;
}

describe('[5-08] money in Chinese capitals', () => {
  it.each(SHEET)('%i fen reads %s', (amount, text) => {
    expect(chineseCapitals(fen(amount))).toBe(text);
  });

  it('[9-21] refuses more than 12 integer digits', () => {
    expect(chineseCapitals(fen(99_999_999_999_999))).toContain('玖');
    expect(() => chineseCapitals(fen(100_000_000_000_000))).toThrow('charging.amount-too-large');
    expect(() => chineseCapitals(fen(-100_000_000_000_000))).toThrow('charging.amount-too-large');
  });

  it('reads back to the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 }), (amount) => {
        expect(readCapitals(chineseCapitals(fen(amount)))).toBe(BigInt(amount));
      }),
    );
  });

  it('never writes two zeros in a row or a zero before the unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999_999_999 }), (amount) => {
        expect(chineseCapitals(fen(amount))).not.toMatch(/零零|零[万亿元角]/);
      }),
    );
  });

  it('writes traditional script for traditional readers', () => {
    expect(chineseCapitals(fen(1_234_567_00), 'traditional')).toBe('壹佰貳拾參萬肆仟伍佰陸拾柒圓整');
  });
});
