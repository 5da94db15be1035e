import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';

/**
 * Four checks, ten points (四查十对): the prescription (department, name, age), the drug (name, form, specification, amount),
 * what goes together (nature, usage), and whether it fits the diagnosis.
 */
export const REVIEW_CHECKS = ['paper', 'drug', 'compatibility', 'fitness'] as const;
export type ReviewCheck = (typeof REVIEW_CHECKS)[number];

/** @throws AppError `pharmacy.checks-missing` unless every check was made. */
export function assertReviewed(checks: readonly ReviewCheck[] | undefined): readonly ReviewCheck[] {
  if (!REVIEW_CHECKS.every((check) => checks?.includes(check))) throw new AppError('pharmacy.checks-missing', { code: EnvelopeCode.Invalid });
  return REVIEW_CHECKS;
}
