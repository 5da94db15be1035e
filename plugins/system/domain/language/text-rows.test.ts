import { describe, expect, it } from 'vitest';
import { blankFlaw, findTexts, isUnknown, type Owned, textRows, type Wording, withEdges } from './text-rows.ts';

const OWNED: readonly Owned[] = [
  {
    owner: 'beds',
    trees: {
      zh: { bed: { name: '床位', count: '{{n}} 张床' }, only: '只有中文' },
      zhtw: { bed: { name: '床位', count: '{{n}} 張床' } },
      en: { bed: { name: 'Bed', count: '{{n}} beds', count_one: '{{n}} bed' } },
    },
  },
];
const worded = (key: string, language: Wording['language'], wording: string): Wording => ({ owner: 'beds', key, language, wording });
const rows = (...wordings: readonly Wording[]) => textRows(OWNED, wordings);
const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);

describe('texts of shell and plugins', () => {
  it('stand side by side in three languages, those of the site in place of the owner’s', () => {
    expect(rows(worded('bed.name', 'zh', '机位'))[0]).toEqual({
      id: 'beds:bed.name',
      owner: 'beds',
      key: 'bed.name',
      zh: '机位',
      zhtw: '床位',
      en: 'Bed',
      own: { zh: '床位', zhtw: '床位', en: 'Bed' },
      changed: 'zh',
      missing: '',
    });
  });

  it('say which language lacks one; what English says of one thing is no lack of the others', () => {
    expect(idsOf(findTexts(rows(), { state: 'missing' }))).toEqual(['beds:only']);
    expect(findTexts(rows(), { state: 'missing' })[0]?.missing).toBe('zhtw,en');
    expect(findTexts(rows(worded('only', 'en', 'Only')), { state: 'missing' })[0]?.missing).toBe('zhtw');
  });

  it('are found by key, by what they say and by what they said', () => {
    expect(idsOf(findTexts(rows(), { keyword: 'BEDS' }))).toEqual(['beds:bed.count']);
    expect(idsOf(findTexts(rows(worded('bed.name', 'zh', '机位')), { keyword: '床位' }))).toEqual(['beds:bed.name']);
    expect(idsOf(findTexts(rows(), { keyword: 'bed.count_' }))).toEqual(['beds:bed.count_one']);
    expect(findTexts(rows(), { owner: 'other' })).toEqual([]);
    expect(idsOf(findTexts(rows(worded('bed.name', 'en', 'Place')), { state: 'changed' }))).toEqual(['beds:bed.name']);
  });

  it('a language of the site is asked what it says and what it lacks', () => {
    const said = new Map([['beds:bed.name', 'Giường']]);
    expect(idsOf(findTexts(rows(), { state: 'changed' }, said))).toEqual(['beds:bed.name']);
    expect(idsOf(findTexts(rows(worded('gone.key', 'zh', '旧')), { state: 'missing' }, said))).toEqual(['beds:bed.count', 'beds:only']);
    expect(idsOf(findTexts(rows(), { keyword: 'giườ' }, said))).toEqual(['beds:bed.name']);
  });

  it('a wording of a text that is gone is shown as such', () => {
    const found = findTexts(rows(worded('gone.key', 'zh', '旧')), { state: 'unknown' });
    expect(found.map((row) => [row.id, isUnknown(row), row.zh])).toEqual([['beds:gone.key', true, '旧']]);
  });

  it('a wording keeps the placeholders of its text', () => {
    const count = rows()[1] as (typeof OWNED)[0] & ReturnType<typeof rows>[0];
    expect(blankFlaw(count, 'zh', '共 {{ n }} 张')).toBeUndefined();
    expect(blankFlaw(count, 'zh', '几张床')).toEqual({ lacks: ['n'], adds: [] });
    expect(blankFlaw(count, 'en', '{{n}} of {{all}}')).toEqual({ lacks: [], adds: ['all'] });
    expect(blankFlaw({ own: { zh: '{{a}}', zhtw: '', en: '' } }, 'en', '{{a}}')).toBeUndefined();
  });

  it('words of a cell have the blanks of the own text at their ends', () => {
    expect([withEdges(', ', ','), withEdges(' a', 'b'), withEdges('a', ' b '), withEdges('', ' b')]).toEqual([', ', ' b', 'b', ' b']);
  });
});
