import { verifyChain } from '../audit/verify-chain.ts';
import type { Core } from '../core/create-core.ts';
import type { Reports } from '../host/reports.ts';
import type { JobRunner } from './job-runner.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** The shell's own regular work. */
export function addHousekeeping(jobs: JobRunner, core: Core, reports: Reports): void {
  const { parts } = core;
  jobs.add({
    name: 'core.forget-old',
    owner: 'core',
    everySeconds: 10 * MINUTE,
    run: async () => {
      await core.captchas.forgetOld();
      await core.tickets.forgetOld();
      await core.scan.forgetOld();
      await core.throttle.forgetOld();
      await core.idempotency.forgetOld();
      await parts.sessions.forgetOld();
      await core.files.forgetUnfinished();
      await reports.forgetOld();
    },
  });
  jobs.add({
    name: 'core.verify-audit',
    owner: 'core',
    everySeconds: DAY,
    run: async () => {
      const { entries, broken } = await verifyChain(parts.db);
      if (broken) parts.log.fatal({ broken }, 'the audit log was tampered with');
      else parts.log.info({ entries }, 'the audit log is whole');
    },
  });
}
