import { CONTEXT } from './contexts.ts';
import { askStandingStill, holdFrame, sendFrame } from './pipes.ts';
import { doorFacts, here, inSurroundings } from './surroundings.ts';
import type { AskFacts } from '../wire/messages.ts';
import { type Facts, isPromise, LENT, Peer } from '../wire/peer.ts';
import type { Act } from '../wire/references.ts';

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** The process's end of the channel. @param answer what the server asks for by name */
export function serverPeer(answer: (op: string, given: readonly unknown[], facts: Facts) => unknown): Peer {
  const peer: Peer = new Peer({
    send: sendFrame,
    hold: holdFrame,
    maxAsked: NO_LIMIT,
    maxLent: NO_LIMIT,
    answer,
    call: (act, given, facts, within) => within(() => inSurroundings(facts as Partial<AskFacts>, here(), () => act(...given))),
    calling: (ask) => ask(doorFacts()),
    around: (id, ask) => learning(peer, id, ask),
    contextName: (value) => (value as { readonly [CONTEXT]?: unknown })[CONTEXT],
  });
  return peer;
}

/**
 * A function of the server, whose answer may be a value or a promise: the first call finds out which, standing still until it knows. Those that answer with a
 * promise are called without that from then on.
 */
function learning(peer: Peer, id: number, ask: (...given: unknown[]) => Promise<unknown>): Act {
  let promises = false;
  return (...given) => {
    if (promises) return ask(...given);
    const answer = askAtOnce(peer, id, given);
    promises = isPromise(answer);
    return answer;
  };
}

/** Asks the server for something that it can say at once, or begin at once. */
export function askAtOnce(peer: Peer, op: string | number, given: readonly unknown[], facts: Facts = doorFacts()): unknown {
  const { id, answered } = peer.expect();
  const { json, parts } = peer.pack(given);
  const { head, parts: back } = askStandingStill({ i: id, o: op, a: json, f: facts }, parts);
  const answer = head as { readonly v?: unknown; readonly e?: unknown; readonly later?: boolean };
  if (answer.later) return answered;
  peer.settle(id, () => undefined);
  if (answer.e !== undefined) throw peer.unpack(answer.e, back);
  return peer.unpack(answer.v, back);
}

/** Number of a function of the server. */
export const lentNumber = (act: unknown): unknown => (typeof act === 'function' ? (act as { readonly [LENT]?: unknown })[LENT] : undefined);
