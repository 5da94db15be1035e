import type { CallAct, CallContext } from '@nephra/plugin-sdk/server';
import { outsideFacts } from '../../reach/outside-audit.ts';
import { callerFacts } from '../caller-facts.ts';
import { type Asker, callOf, type Door } from './door.ts';

type AuditFacts = Parameters<CallContext<never>['audit']>[0];

/** The process hears of no failure here: the call that said it fails, as it would in the server, in place of going on without its entry. */
function noted(asker: Asker, note: (call: CallContext<never>) => void): void {
  const call = callOf(asker);
  try {
    note(call);
  } catch (error) {
    asker.fails(error);
  }
}

/** What a call adds to the context of a package: rights, its audit entry, its acts. */
export const callDoor: Door = {
  can: (asker, permission: string) => callOf(asker).can(String(permission)),
  dataScope: (asker, menu: string) => callOf(asker).dataScope(String(menu)),
  audit: (asker, entry: AuditFacts) => noted(asker, (call) => call.audit(outsideFacts(entry))),
  message: (asker, key: string, params?: Record<string, string | number>) => noted(asker, (call) => call.message(String(key), params)),
  act: (asker, options: CallAct, work: (facts: unknown) => Promise<unknown>) =>
    callOf(asker).act(options, async (ctx) => await asker.lend(ctx as CallContext<never>, async (facts) => await work({ ...facts, caller: callerFacts(ctx) }))),
  refusalText: (asker, error: unknown) => {
    try {
      return { refusal: callOf(asker).refusalText(error) };
    } catch {
      // It is no refusal of an act: the process throws what it holds.
      return {};
    }
  },
};
