import { ApiError, isUnknownOutcome } from '@nephra/plugin-sdk/web';
import type { KitText } from './kit-text.ts';

/** What a person reads about a failure. Only the server's own sentences are shown; a raw exception never is. */
export function errorText(error: unknown, text: KitText, act: 'load' | 'save' = 'load'): string {
  if (!(error instanceof ApiError)) return text('unexpected');
  if (act === 'save' && isUnknownOutcome(error)) return text('saveUnknown');
  if (error.error === 'network' || error.error === 'timeout') return text('offline');
  return error.message || text('unexpected');
}
