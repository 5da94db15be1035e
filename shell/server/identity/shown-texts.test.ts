import { LANGUAGES } from '@nephra/plugin-sdk/contract';
import { EVERY_LANGUAGE, type SiteWording } from '@nephra/plugin-sdk/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownTexts, stampOfTexts, wordingChange } from './shown-texts.ts';

const NOTHING = { rows: [], languages: [] };
const row = (owner: string, key: string, language: string, wording: string): SiteWording => ({ owner, key, language, wording });
const said = (...rows: readonly SiteWording[]) => ({ rows, languages: [] });
const noFile = () => ({});

const wordings = fc
  .array(
    fc.record({
      owner: fc.constantFrom('patient', 'shell', 'core', 'login'),
      key: fc.constantFrom('a', 'b', 'c'),
      language: fc.constantFrom(EVERY_LANGUAGE, ...LANGUAGES, 'vi'),
      wording: fc.constantFrom('x', 'y', '{{n}} z'),
    }),
    { maxLength: 12 },
  )
  .map((rows) => [...new Map(rows.map((one) => [`${one.owner} ${one.key} ${one.language}`, one])).values()]);

describe('texts that a site changes under open screens', () => {
  it('[property] what a screen showed with the difference put over it is what it would read', () => {
    fc.assert(
      fc.property(wordings, wordings, fc.constantFrom(...LANGUAGES), (before, after, language) => {
        const file = { 'patient:a': 'of the file', 'patient:d': 'of the file' };
        const change = wordingChange(said(...before), said(...after), () => file);
        const shown = { ...file, ...shownTexts(before, language, '') };
        const taken = Object.entries({ ...shown, ...change?.texts[language] }).filter(([, text]) => text !== null);
        expect(Object.fromEntries(taken)).toEqual({ ...file, ...shownTexts(after, language, '') });
      }),
    );
  });

  it('say by what stamps they go from one to the other, in the three languages of the product', () => {
    const [before, after] = [
      said(row('patient', 'sex.1', 'en', 'Man')),
      said(row('patient', 'sex.1', 'en', 'Man'), row('patient', 'sex.1', EVERY_LANGUAGE, '男士')),
    ];
    expect(wordingChange(before, after, noFile)).toEqual({
      from: stampOfTexts(before),
      to: stampOfTexts(after),
      texts: { zh: { 'patient:sex.1': '男士' }, zhtw: { 'patient:sex.1': '男士' }, en: {} },
    });
    expect(wordingChange(after, before, noFile)?.texts.zh).toEqual({ 'patient:sex.1': null });
    expect(stampOfTexts(NOTHING)).toBe('');
  });

  it('are told to no screen where menus or languages changed as well: it reads those anyway', () => {
    const text = row('patient', 'sex.1', 'vi', 'Nam');
    expect(wordingChange(said(text), said(text, row('menu', 'his.patient', 'vi', 'Bệnh nhân')), noFile)).toBeUndefined();
    const vi = { code: 'vi', name: 'Tiếng Việt', base: 'en', enabled: true } as const;
    expect(wordingChange(said(text), { rows: [text], languages: [vi] }, noFile)).toBeUndefined();
    // Sentences of the server and the page of sign-in stand on no open screen; the stamp alone is another one.
    expect(wordingChange(NOTHING, said(row('core', 'errors.x', 'zh', 'y')), noFile)?.texts).toEqual({ zh: {}, zhtw: {}, en: {} });
  });
});
