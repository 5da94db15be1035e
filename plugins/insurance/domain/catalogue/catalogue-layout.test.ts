import { describe, expect, it } from 'vitest';
import { cellsOf, dayText, LAYOUTS, laterVersion, layoutsWith, rowOf } from './catalogue-layout.ts';

describe('rows of catalogue files', () => {
  it('the word null is an empty cell', () => {
    expect(cellsOf('a\tnull\t b \t')).toEqual(['a', '', 'b', '']);
  });
  it('columns come from the layout; what stands behind them may grow', () => {
    const row = rowOf(cellsOf('X1\t药\t1\t甲\tnull\tmore\tmore'), { code: 1, name: 2, limitFlag: 3, grade: 4, spec: 5, version: 9 });
    expect(row).toMatchObject({ code: 'X1', name: '药', limited: true, grade: '01', spec: '', version: '', valid: true });
  });
  it('a line without code, name or columns is no row', () => {
    expect(rowOf(['', '药'], { code: 1, name: 2 })).toBeUndefined();
    expect(rowOf(['X1'], { code: 1, name: 2 })).toBeUndefined();
  });
  it('only a plain 0 takes an entry out of use', () => {
    expect(['0', '1', ''].map((flag) => rowOf(['X', 'n', flag], { code: 1, name: 2, valid: 3 })?.valid)).toEqual([false, true, true]);
  });
  it('days, and the far end that means open', () => {
    expect(dayText('2026-01-02 03:04:05')).toBe('2026-01-02');
    expect(dayText('20260102')).toBe('2026-01-02');
    expect(dayText('2099-12-31')).toBe('');
    expect(dayText('soon')).toBe('');
  });
  it('a site’s own columns stand over the usual ones', () => {
    const own = layoutsWith({ '1301': { spec: 16, nonsense: 3, name: 'x' }, '9999': { code: 1 } });
    expect(own['1301']).toEqual({ ...LAYOUTS['1301'], spec: 16 });
    expect(Object.keys(own)).toEqual(Object.keys(LAYOUTS));
    expect(layoutsWith(undefined)).toBe(LAYOUTS);
  });
  it('the later version, counted or written', () => {
    expect(laterVersion('9', '10')).toBe('10');
    expect(laterVersion('', '1')).toBe('1');
    expect(laterVersion('F001_20260101', 'F001_20260201')).toBe('F001_20260201');
  });
});
