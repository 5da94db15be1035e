import { ApiError, isUnknownOutcome } from '@nephra/plugin-sdk/web';
import type { KitText } from './kit-text.ts';

/** What a person reads about a failure. Only the server's own sentences are shown; a raw exception never is. */
export function errorText(error: unknown, text: KitText, act: 'load' | 'save' = 'load'): string {
  if (!(error instanceof ApiError)) return text('unexpected');
  if (isUnknownOutcome(error)) return text(act === 'save' ? 'saveUnknown' : 'offline');
  return error.message || text('unexpected');
}
