import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_DIALYSIS_LIMITS as limits } from '../dialysis-limits.ts';
import { infectionMarks, markersCheckedOn } from './infection-marks.ts';
import { MARKERS, type MarkerResult } from './markers.ts';

const TODAY = '2026-03-02';
const at = (marker: MarkerResult['marker'], result: MarkerResult['result'], on = '2026-02-01'): MarkerResult => ({ marker, result, on });
const marks = (results: readonly MarkerResult[], before: readonly string[] = []) => infectionMarks(results, before, TODAY, limits);
const four = (['HBsAg', 'anti-HCV', 'anti-HIV', 'TPPA'] as const).map((marker) => at(marker, 'negative'));

describe('what the file of the patient says of infections', () => {
  it('follows the markers: positive, cured with its antibody, negative only when all four were answered', () => {
    expect(marks([at('HBsAg', 'positive')])).toEqual(['HBV']);
    expect(marks([at('anti-HCV', 'positive'), at('HCV-RNA', 'negative')])).toEqual(['HCV']);
    expect(marks(four)).toEqual(['NEG']);
    expect(marks(four.slice(1))).toEqual([]);
    expect(marks([...four.slice(1), at('HBsAg', 'pending')])).toEqual(['PEND']);
    expect(marks([at('HBsAg', 'positive', '2026-01-01'), ...four])).toEqual(['NEG']);
  });
  it('keeps what stood there of what nobody tested here', () => {
    expect(marks([], ['HBV', 'TP'])).toEqual(['HBV', 'TP']);
    expect(marks([at('HBsAg', 'negative')], ['HBV', 'TP'])).toEqual(['TP']);
    expect(marks([], ['NEG'])).toEqual(['NEG']);
    expect(marks([at('anti-HIV', 'positive')], ['NEG'])).toEqual(['HIV']);
    expect(markersCheckedOn(four, '2020-01-01', TODAY)).toBe('2026-02-01');
    expect(markersCheckedOn([at('HBsAg', 'pending')], '2020-01-01', TODAY)).toBe('2020-01-01');
  });
  it('whatever was tested: NEG stands alone, and saying it again changes nothing', () => {
    const result = fc.record({
      marker: fc.constantFrom(...MARKERS),
      result: fc.constantFrom('negative' as const, 'positive' as const, 'pending' as const),
      on: fc.constantFrom('2025-01-01', '2026-02-01', '2027-01-01'),
    });
    const before = fc.oneof(fc.constant(['NEG']), fc.subarray(['HBV', 'HCV', 'HIV', 'TP', 'PEND']));
    fc.assert(
      fc.property(fc.array(result, { maxLength: 15 }), before, (results, stood) => {
        const once = marks(results, stood);
        if (once.includes('NEG')) expect(once).toEqual(['NEG']);
        expect(marks(results, once)).toEqual(once);
        expect(new Set(once).size).toBe(once.length);
      }),
    );
  });
});
