import { AppError, type Language } from '@nephra/plugin-sdk/contract';

/**
 * A refusal whose sentence gives a reason that is itself a sentence, made in the caller's language. The route is known, so it is
 * answered as routes are: with status 200.
 */
export abstract class ReasonedRefusal extends AppError {
  /** What stands for `{{reason}}` in the refusal's text. */
  abstract reasonIn(language: Language): string;
}
