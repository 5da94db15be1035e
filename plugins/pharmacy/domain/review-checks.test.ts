import { describe, expect, it } from 'vitest';
import { allergyHits, assertReviewed, REVIEW_CHECKS } from './review-checks.ts';

describe('review', () => {
  it('needs all four checks', () => {
    expect(assertReviewed([...REVIEW_CHECKS])).toHaveLength(4);
    expect(() => assertReviewed(REVIEW_CHECKS.slice(1))).toThrow('pharmacy.checks-missing');
    expect(() => assertReviewed(undefined)).toThrow('pharmacy.checks-missing');
  });

  it('finds drugs that the patient is allergic to', () => {
    expect(allergyHits([{ drugName: '青霉素钠注射液' }, { drugName: '叶酸片' }], ['青霉素', '酸'])).toEqual([
      { drugName: '青霉素钠注射液', allergy: '青霉素' },
    ]);
  });
});
