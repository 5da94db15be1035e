import type { Offered } from '@nephra/plugin-sdk/widgets';
import { describe, expect, it } from 'vitest';
import { lineFromCatalogue } from '../../../domain/preview.ts';
import { drugRow, treatmentRow } from '../rx.fixture.ts';
import { hiddenChoice } from './hidden-choice.ts';

/** A site that hid these codes and offers all others. */
const without =
  (...hidden: readonly string[]): Offered =>
  (dictionary, codes, ...kept) =>
    codes.filter((code) => kept.includes(code) || !hidden.includes(`${dictionary}:${code}`));

describe('[7.12-08] a choice that the site does not offer any more', () => {
  const line = lineFromCatalogue(drugRow(), 'new');

  it('is told of a new line of a drug, first the route and then the frequency', () => {
    expect(hiddenChoice(line, [], without('drugUsage:1', 'drugInterval:qd'))).toBe('drugUsage');
    expect(hiddenChoice(line, [], without('drugInterval:qd'))).toBe('drugInterval');
    expect(hiddenChoice(line, [], without('drugUsage:404', 'drugInterval:bid'))).toBeUndefined();
  });

  it('stays on a line that had it; another drug or another code does not get it', () => {
    const offered = without('drugUsage:1');
    expect(hiddenChoice(line, [line], offered)).toBeUndefined();
    expect(hiddenChoice(line, [{ ...line, drugId: 'drug-other' }], offered)).toBe('drugUsage');
    expect(hiddenChoice(line, [{ ...line, drugUsage: '404' }], offered)).toBe('drugUsage');
  });

  it('is none of what shows no route, and of a drug that has none', () => {
    expect(hiddenChoice(lineFromCatalogue(treatmentRow(), 'item'), [], without('drugInterval:st'))).toBeUndefined();
    expect(hiddenChoice({ ...line, drugUsage: '' }, [], without('drugUsage:'))).toBeUndefined();
  });
});
