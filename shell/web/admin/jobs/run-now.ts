import { usePlugin } from '@nephra/plugin-sdk/web';
import { useCallback } from 'react';
import type { JobView } from '../../../contract/jobs.contract.ts';
import { isByHand } from './job-state.ts';
import { useJobText } from './job-texts.ts';
import type { JobsStore } from './jobs.store.ts';

/** Starts a job. The timed ones run by themselves anyway; of the others a person alone decides when, and is asked before. */
export function useRunNow(store: JobsStore): (job: JobView) => Promise<void> {
  const { confirm, language } = usePlugin();
  const say = useJobText();
  return useCallback(
    async (job) => {
      const question = { content: say('runAsk', { name: job.title[language], purpose: job.purpose[language] }), okText: say('run') };
      if (!isByHand(job) || (await confirm(question))) await store.run(job);
    },
    [store, confirm, language, say],
  );
}
