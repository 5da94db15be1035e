import { expect, it } from 'vitest';
import { DIALYSIS_MODES } from '../../contract/modes.ts';
import { MODE_DICTIONARY } from './mode-dictionary.ts';

it('declares every way of treatment with a name of its own in each language, which a site may only word and order', () => {
  expect(MODE_DICTIONARY.entries.map(({ code }) => code)).toEqual([...DIALYSIS_MODES]);
  expect(MODE_DICTIONARY.may).toEqual({ relabel: true, reorder: true });
  for (const language of ['zh', 'zhtw', 'en'] as const) {
    const names = MODE_DICTIONARY.entries.map(({ label }) => label[language]);
    expect(new Set(names).size).toBe(DIALYSIS_MODES.length);
    for (const { code, label } of MODE_DICTIONARY.entries) expect(label[language], code).not.toBe(code);
  }
});
