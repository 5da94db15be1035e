import type { CallAct, CallContext } from '@nephra/plugin-sdk/server';
import { outsideFacts } from '../../reach/outside-audit.ts';
import { callerFacts } from '../caller-facts.ts';
import { callOf, type Door } from './door.ts';

type AuditFacts = Parameters<CallContext<never>['audit']>[0];

/** What a call adds to the context of a package: rights, its audit entry, its acts. */
export const callDoor: Door = {
  can: (asker, permission: string) => callOf(asker).can(String(permission)),
  dataScope: (asker, menu: string) => callOf(asker).dataScope(String(menu)),
  audit: (asker, entry: AuditFacts) => callOf(asker).audit(outsideFacts(entry)),
  message: (asker, key: string, params?: Record<string, string | number>) => callOf(asker).message(String(key), params),
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
