import { MAX_TRIES, pauseAfter } from './pauses.ts';

export type TryOutcome = 'sent' | 'later' | 'refused' | 'doubtful';

/** Where a row stands after a try; `pauseMs` while it waits for the next one. */
export type AfterTry = { readonly state: 'sent' | 'doubtful' | 'given-up' } | { readonly state: 'waiting'; readonly pauseMs: number };

/**
 * @param row.tries this one included
 * @param row.unsure one of its tries was cut off and nobody knows what became of it: then it cannot be called given up
 */
export function afterTry(outcome: TryOutcome, { tries, unsure }: { readonly tries: number; readonly unsure: boolean }): AfterTry {
  if (outcome === 'sent' || outcome === 'doubtful') return { state: outcome };
  const pauseMs = outcome === 'later' && tries < MAX_TRIES ? pauseAfter(tries) : undefined;
  return pauseMs === undefined ? { state: unsure ? 'doubtful' : 'given-up' } : { state: 'waiting', pauseMs };
}

/** A row that was noted as being sent by a process that is gone. @param tries that one included */
export const afterCutOff = (recognisesRepeats: boolean, tries: number): 'waiting' | 'doubtful' =>
  recognisesRepeats && tries < MAX_TRIES ? 'waiting' : 'doubtful';
