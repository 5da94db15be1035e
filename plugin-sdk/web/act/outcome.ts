import { EnvelopeCode } from '../../contract/index.ts';
import { ApiError } from '../context.ts';

/**
 * What the answer to a write means.
 * - `state`: what may be said of this sending. `refused`: the server did not do it. `stale`: it did not, because what was seen is no longer so.
 *   `unknown`: it may have done it.
 * - `key`: `keep`: the same content is sent with the same Idempotency-Key again. `renew`: the next press is another act.
 */
export interface Verdict {
  readonly state: 'refused' | 'stale' | 'unknown';
  readonly key: 'keep' | 'renew';
}

export interface VerdictFacts {
  /** The plugin whose screen sent it: its sentences about routes with their own transaction are answers. Without it those of every plugin are. */
  readonly pluginId?: string;
  /** An earlier sending with the same key ended `unknown`. */
  readonly earlierUnknown?: boolean;
}

/** `core.commit-unknown`: the database went away while it stored; `invalid-answer`: something between, such as a proxy, answered instead of the server. */
const NO_ANSWER: readonly string[] = ['network', 'timeout', 'core.commit-unknown', 'invalid-answer'];

/** The call went out and nobody on this side knows whether it was done. Sent again with the same key, it is done once. */
export const isUnknownOutcome = (error: unknown): boolean => error instanceof ApiError && NO_ANSWER.includes(error.error);

const UNKNOWN: Verdict = { state: 'unknown', key: 'keep' };

/** Somebody stopped waiting, or an earlier sending of the same act is still at work. */
const UNSETTLED: readonly string[] = ['aborted', 'core.still-running'];

/** Refused by the shell itself; `refused` is a server that names no reason. */
const isOfTheShell = (key: string): boolean => key.startsWith('core.') || key === 'refused';

/**
 * A sentence of a plugin is said by the handler, and the server asks its ledger of keys before it lets the handler work: the earlier sending was
 * not stored. What the shell refuses (signed out, too many calls, a plugin that is away) it mostly refuses before, and that says nothing of the
 * earlier one. A key that belongs to other content will never do.
 */
const settlesEarlier = (key: string): boolean => !isOfTheShell(key) || key === 'core.idempotency-mismatch';

/** From here to the next hundred the server says that it could not, not that it must not. */
const isFault = (code: number): boolean => code === EnvelopeCode.Fault || code === EnvelopeCode.Unavailable;

const isSentence = (key: string, pluginId: string | undefined): boolean => (pluginId === undefined ? !isOfTheShell(key) : key.startsWith(`${pluginId}.`));

/**
 * What a failed write means for its key; the one place where that is decided (`plugin-sdk/decisions/one-act-one-key.md`).
 * @param error whatever the call rejected with
 */
export function verdictOf(error: unknown, { pluginId, earlierUnknown = false }: VerdictFacts = {}): Verdict {
  // A fault of the page: it may have come after the call had left.
  if (!(error instanceof ApiError)) return UNKNOWN;
  const { code, error: key, ownTransaction } = error;
  if (isUnknownOutcome(error) || UNSETTLED.includes(key)) return UNKNOWN;
  // Part of such an act stands even when the handler failed; only what the plugin itself says about it is an answer.
  if (ownTransaction && (code === EnvelopeCode.Refused || isFault(code)) && !isSentence(key, pluginId)) return UNKNOWN;
  const state = code === EnvelopeCode.Conflict ? 'stale' : 'refused';
  const certain = !isFault(code) && (!earlierUnknown || settlesEarlier(key));
  return { state, key: certain ? 'renew' : 'keep' };
}
