import { describe, expect, it } from 'vitest';
import { assertReviewed, REVIEW_CHECKS } from './review-checks.ts';

describe('review', () => {
  it('needs all four checks', () => {
    expect(assertReviewed([...REVIEW_CHECKS])).toHaveLength(4);
    expect(() => assertReviewed(REVIEW_CHECKS.slice(1))).toThrow('pharmacy.checks-missing');
    expect(() => assertReviewed(undefined)).toThrow('pharmacy.checks-missing');
  });
});
