import type { Fault } from './faults/fault.ts';
import { faultProblem } from './faults/fault.ts';
import type { FaultPlan, PlannedFault } from './faults/fault-plan.ts';
import type { CallRecord } from './http/trade.ts';
import { type Ledger, readLedger } from './ledger.ts';
import type { Store } from './state/store.ts';

const KEPT_CALLS = 1000;

/** How tests and people steer the simulator; the same over HTTP under /control. */
export interface Control {
  /** @returns numbers of the planned faults. @throws Error that says what is wrong with one */
  faults(faults: Fault | readonly Fault[]): number[];
  plannedFaults(): PlannedFault[];
  clearFaults(): void;
  /** Ends every delay that runs now: a test need not wait for a clock. */
  release(): void;
  ledger(): Ledger;
  calls(): readonly CallRecord[];
  /** Moves the platform's and gateway's clock. */
  clock(skewSeconds: number): void;
  /** Forgets everything: ledger, faults, calls, clock. */
  reset(): void;
}

export interface ControlParts {
  readonly store: Store;
  readonly plan: FaultPlan;
  readonly clock: { skewMs: number };
  /** What is remembered outside the store. */
  readonly forget: () => void;
  readonly release: () => void;
}

export function createControl({ store, plan, clock, forget, release }: ControlParts): {
  readonly control: Control;
  readonly record: (call: CallRecord) => void;
} {
  let calls: CallRecord[] = [];
  const control: Control = {
    faults(given) {
      const list = (Array.isArray(given) ? given : [given]) as readonly Fault[];
      for (const fault of list) {
        const problem = faultProblem(fault);
        if (problem !== undefined) throw new Error(problem);
      }
      return plan.add(list);
    },
    plannedFaults: () => plan.list(),
    clearFaults: () => plan.clear(),
    release,
    ledger: () => readLedger(store),
    calls: () => calls,
    clock(skewSeconds) {
      clock.skewMs = skewSeconds * 1000;
    },
    reset() {
      store.clear();
      forget();
      plan.clear();
      clock.skewMs = 0;
      calls = [];
    },
  };
  return {
    control,
    record(call) {
      calls.push(call);
      if (calls.length > KEPT_CALLS) calls = calls.slice(-KEPT_CALLS);
    },
  };
}
