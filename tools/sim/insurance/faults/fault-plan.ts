import { createRandom } from '../../../seed/random.mjs';
import type { RegionCode } from '../model.ts';
import type { Fault } from './fault.ts';

export interface PlannedFault extends Fault {
  readonly id: number;
  readonly hits: number;
}

export interface FaultPlan {
  add(faults: readonly Fault[]): number[];
  /** The first fault that fits the call, counted as used. */
  take(region: RegionCode, infno: string): Fault | undefined;
  list(): PlannedFault[];
  clear(): void;
}

interface Entry {
  readonly id: number;
  readonly fault: Fault;
  readonly random: { chance(share: number): boolean };
  seen: number;
  hits: number;
}

const fits = ({ fault }: Entry, region: RegionCode, infno: string) =>
  (fault.region === undefined || fault.region === region) &&
  (fault.infno === undefined || (typeof fault.infno === 'string' ? fault.infno === infno : fault.infno.includes(infno)));

const used = ({ fault, hits }: Entry) => fault.count !== 0 && hits >= (fault.count ?? 1);

/** Faults that wait for their calls, in the order in which they were given. */
export function createFaultPlan(seed: number): FaultPlan {
  let last = 0;
  let entries: Entry[] = [];
  return {
    add: (faults) =>
      faults.map((fault) => {
        last += 1;
        entries.push({ id: last, fault, random: createRandom(fault.seed ?? seed + last), seen: 0, hits: 0 });
        return last;
      }),
    take(region, infno) {
      for (const entry of entries) {
        if (used(entry) || !fits(entry, region, infno)) continue;
        entry.seen += 1;
        if (entry.seen <= (entry.fault.skip ?? 0)) continue;
        if (entry.fault.probability !== undefined && !entry.random.chance(entry.fault.probability)) continue;
        entry.hits += 1;
        return entry.fault;
      }
      return undefined;
    },
    list: () => entries.filter((entry) => !used(entry)).map(({ id, fault, hits }) => ({ ...fault, id, hits })),
    clear() {
      entries = [];
    },
  };
}
