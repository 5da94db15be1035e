import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { Rights } from '../../identity/rights/rights.ts';
import type { CallerFacts } from './wire/messages.ts';

/** The caller as the process of a package is told of them. */
export function callerFacts(ctx: RequestContext<never>, rights?: Rights): CallerFacts {
  return { user: userOf(ctx), language: ctx.language, ip: ctx.ip, r: rightsNumber(rights) };
}

function userOf(ctx: RequestContext<never>): CallerFacts['user'] {
  try {
    return ctx.user;
  } catch {
    return null; // a public route without a session
  }
}

const numbers = new WeakMap<Rights, number>();
let next = 1;

/** A number for rights that were read once: answers about them are remembered under it as long as they count. */
function rightsNumber(rights: Rights | undefined): number {
  if (!rights) return 0;
  const known = numbers.get(rights) ?? next++;
  numbers.set(rights, known);
  return known;
}

/** Members of somebody's context that are handed to the code of others (`HomeReader`, `BundleCaller`). */
const READER = ['user', 'language', 'ip', 'can', 'dataScope', 'audit', 'message', 'refusalText', 'step'] as const;

/**
 * A context that is handed on as an argument: who reads and their rights, never what its owner may do.
 * @returns with `self`, by which it is found again when it comes back
 */
export function withoutOwner(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  const ctx = given as Partial<RequestContext<never>>;
  if (typeof ctx.can !== 'function' && typeof ctx.dataScope !== 'function') return given;
  return { ...Object.fromEntries(READER.flatMap((name) => (name in ctx ? [[name, memberOf(ctx, name)] as const] : []))), self: () => given };
}

function memberOf(ctx: Partial<RequestContext<never>>, name: (typeof READER)[number]): unknown {
  try {
    const member: unknown = ctx[name as 'can'];
    return typeof member === 'function' ? (...given: unknown[]) => (member as (...all: unknown[]) => unknown).apply(ctx, given) : member;
  } catch {
    return undefined; // a reader without a person
  }
}
