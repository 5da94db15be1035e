import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EntryValues, entryRefusal, type Rights, rightsOfText, rightsText, shownName, typeRefusal } from './locked.ts';

const labels = { zh: '男', zhtw: '男性', en: 'Male' };
const male: EntryValues = { enCode: '1', fullName: '男', parentId: null, sortCode: 1, enabled: true };
const rights = fc
  .tuple(...(['relabel', 'reorder', 'hide', 'add'] as const).map((right) => fc.constantFrom({}, { [right]: true as const })))
  .map((parts): Rights => Object.assign({}, ...parts) as Rights);

describe('dictionaries that a plugin declares', () => {
  it('codes stay, whatever a site may do otherwise', () => {
    fc.assert(
      fc.property(rights, (may) => {
        expect(entryRefusal(male, null, labels, may)).toBe('locked-remove');
        expect(entryRefusal(male, { ...male, enCode: '2' }, labels, may)).toBe('locked-code');
        expect(entryRefusal(male, { ...male, parentId: 'x' }, labels, may)).toBe('locked-place');
        expect(entryRefusal(male, male, labels, may)).toBeUndefined();
        expect(entryRefusal(male, { ...male, fullName: '先生' }, labels, may)).toBe(may.relabel ? undefined : 'locked-name');
        expect(entryRefusal(male, { ...male, sortCode: 2 }, labels, may)).toBe(may.reorder ? undefined : 'locked-order');
        expect(entryRefusal(male, { ...male, enabled: false }, labels, may)).toBe(may.hide ? undefined : 'locked-state');
      }),
    );
  });

  it('of the dictionary itself code and structure stay, too', () => {
    const sex = { enCode: 'sex', fullName: '男', isTree: false };
    expect(typeRefusal(sex, null, labels, {})).toBe('locked-remove');
    expect(typeRefusal(sex, { ...sex, enCode: 'gender' }, labels, { relabel: true })).toBe('locked-code');
    expect(typeRefusal(sex, { ...sex, isTree: true }, labels, { relabel: true })).toBe('locked-structure');
    expect(typeRefusal(sex, { ...sex, fullName: '性别' }, labels, {})).toBe('locked-name');
    expect(typeRefusal(sex, { ...sex, fullName: '性别' }, labels, { relabel: true })).toBeUndefined();
  });

  it('a word of the plugin is read in the reader’s language, also where a form gave it back; a word of the site is read as it is', () => {
    expect(entryRefusal(male, { ...male, fullName: 'Male' }, labels, {})).toBeUndefined();
    expect(['男', 'Male'].map((name) => shownName(name, labels, 'zhtw'))).toEqual(['男性', '男性']);
    expect(shownName('先生', labels, 'en')).toBe('先生');
    expect(shownName('男', undefined, 'en')).toBe('男');
  });

  it('[property] rights read back what they say', () => {
    fc.assert(
      fc.property(rights, (may) => {
        expect(rightsText(rightsOfText(rightsText(may)))).toBe(rightsText(may));
      }),
    );
    expect(rightsText(rightsOfText(''))).toBe('');
  });
});
