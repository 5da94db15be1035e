import type { ChainKeeper } from '../audit/chain-keeper.ts';
import type { ClockWatch } from '../core/clock-watch.ts';
import type { Core } from '../core/create-core.ts';
import type { Reports } from '../host/reports.ts';
import type { DataCheck } from './data-check.ts';
import type { JobRunner } from './job-runner.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

export interface Watchers {
  readonly chain: ChainKeeper;
  readonly dataCheck: DataCheck;
  readonly clockWatch: ClockWatch;
}

/** The shell's own regular work. */
export function addHousekeeping(jobs: JobRunner, core: Core, reports: Reports, { chain, dataCheck, clockWatch }: Watchers): void {
  const { parts } = core;
  jobs.add({
    name: 'core.forget-old',
    owner: 'core',
    when: { everySeconds: 10 * MINUTE },
    run: async () => {
      await core.captchas.forgetOld();
      await core.tickets.forgetOld();
      await core.scan.forgetOld();
      await core.throttle.forgetOld();
      // A person chose that day and hour: the calendar counts.
      await core.accounts.releaseLocks(parts.clock.now());
      await core.idempotency.forgetOld();
      await parts.sessions.forgetOld();
      await core.files.forgetUnfinished();
      await core.files.forgetImports();
      await core.offered.forgetOld();
      await core.exports.forgetOld();
      await reports.forgetOld();
      await clockWatch.forgetOld();
      await dataCheck.forgetOld();
      await jobs.store.forgetOld();
    },
  });
  jobs.add({
    name: 'core.verify-audit',
    owner: 'core',
    when: { everySeconds: DAY },
    run: async () => {
      await chain.check();
    },
  });
  jobs.add({
    name: 'core.check-data',
    owner: 'core',
    when: { everySeconds: 10 * MINUTE },
    run: ({ signal }) => dataCheck.checkIfDue(signal),
  });
}
