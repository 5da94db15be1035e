import fc from 'fast-check';
import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { effort } from '../../../tests/support/cases/effort.ts';
import { ShellTexts, type TextParams, type TextTree } from './shell-texts.ts';

const OPTIONS = {
  lng: 'none',
  fallbackLng: false as const,
  ns: ['shell'],
  defaultNS: 'shell',
  initAsync: false,
  interpolation: { escapeValue: false },
  returnNull: false,
};
const KEYS = ['a.b', 'a', 'a.c', 'other', 'beds:other', ''];
const PARAMS: readonly TextParams[] = [{}, { n: 1 }, { n: 2 }, { count: 1 }, { other: 'x' }];
const OWN = ['Bed', ' ', '{{n}}', '{{ lng }}', '{', '$t', '.', ':', '床'];
/** The text that others name: one that names itself would have no end. */
const named = fc.array(fc.constantFrom(...OWN), { maxLength: 4 }).map((pieces) => pieces.join(''));
const naming = fc.array(fc.constantFrom(...OWN, '$t(other)', '$t(beds:other)'), { maxLength: 4 }).map((pieces) => pieces.join(''));

it('a text says what i18next says of it, whatever it holds and whatever is put in', () => {
  const ours = new ShellTexts();
  const i18next = createInstance();
  void i18next.init(OPTIONS);
  fc.assert(
    fc.property(naming, named, (one, other) => {
      const tree: TextTree = { a: { b: one, b_other: other }, other };
      ours.addPlugin('beds', 'zh', tree, {});
      i18next.addResourceBundle('zh', 'beds', tree, true, true);
      const said = (say: (key: string, params: TextParams) => string) => KEYS.map((key) => PARAMS.map((params) => say(key, params)));
      expect(said((key, params) => ours.pluginText('beds', key, { lng: 'zh', ...params }))).toEqual(
        said((key, params) => i18next.t(key, { lng: 'zh', ns: 'beds', ...params })),
      );
    }),
    { numRuns: effort('texts that nothing is put into', 60, 1_000) },
  );
});
