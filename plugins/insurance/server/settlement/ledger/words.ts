import type { Language } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { reasonWords } from '../../../domain/exchange/reason-words.ts';

type Ctx = Pick<ServerContext<never>, 'text'>;
type Params = Readonly<Record<string, string | number>>;

/** What a row keeps as a key of our texts (`problem.sum`), as a sentence; empty for an empty key. `{{reason}}` is the platform's, or ours for it. */
export function sentence(ctx: Ctx, key: string, params: Params, language: Language): string {
  if (key === '') return '';
  const { reason } = params;
  return ctx.text(key, typeof reason === 'string' ? { ...params, reason: reasonText(ctx, reason, language) } : params, language); // text: rows keep keys
}

/** The platform's own words; ours in the language of whoever reads. */
export function reasonText(ctx: Ctx, reason: string, language: Language): string {
  const words = reasonWords(reason);
  return words ? sentence(ctx, words.key, words.params, language) : reason;
}
