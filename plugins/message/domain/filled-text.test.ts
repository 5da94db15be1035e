import { describe, expect, it } from 'vitest';
import { filledText, textFlaw } from './filled-text.ts';

describe('texts of messages', () => {
  it('take parameters in every language, and read nothing out of their values', () => {
    const text = { zh: '{drug}剩余{left}', zhtw: '{drug}剩餘{left}', en: '{left} of {drug} left, {unknown}' };
    expect(filledText(text, { drug: '{left}', left: 3 })).toEqual({ zh: '{left}剩余3', zhtw: '{left}剩餘3', en: '3 of {left} left, {unknown}' });
    expect(filledText({ zh: '{constructor}', zhtw: 'a', en: 'b' }, {}).zh).toBe('{constructor}');
  });

  it('are complete and short', () => {
    expect(textFlaw({ zh: 'a', zhtw: 'a', en: ' ' }, 5)).toBe('empty');
    expect(textFlaw({ zh: 'a', zhtw: 'a', en: 'abcdef' }, 5)).toBe('long');
    expect(textFlaw({ zh: 'a', zhtw: 'a', en: 'abcde' }, 5)).toBeUndefined();
  });
});
