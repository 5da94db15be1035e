import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitTopMenu, TOP_SLOT_WIDTH } from './top-overflow.ts';

const entries = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`);

describe('top menu overflow', () => {
  it('[9-16] counts 116 px for each slot', () => {
    expect(TOP_SLOT_WIDTH).toBe(116);
    expect(splitTopMenu(entries(5), 5 * 116).more).toEqual([]);
  });

  it('[4-12] gives one slot to the overflow entry as soon as one entry does not fit', () => {
    const { shown, more } = splitTopMenu(entries(6), 5 * 116 + 115);
    expect(shown).toEqual(entries(4));
    expect(more).toEqual(['m4', 'm5']);
  });

  it('shows everything until the bar was measured', () => {
    expect(splitTopMenu(entries(30), undefined)).toEqual({ shown: entries(30), more: [] });
  });

  it('keeps one entry in the narrowest bar', () => {
    expect(splitTopMenu(entries(3), 40).shown).toEqual(['m0']);
  });

  it('never loses or doubles an entry and never overflows a bar of two slots or more', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 2 * TOP_SLOT_WIDTH, max: 4000 }), (count, width) => {
        const { shown, more } = splitTopMenu(entries(count), width);
        const used = shown.length + (more.length > 0 ? 1 : 0);
        return [...shown, ...more].join() === entries(count).join() && used * TOP_SLOT_WIDTH <= width;
      }),
    );
  });
});
