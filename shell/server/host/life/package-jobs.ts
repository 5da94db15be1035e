import type { RegistryEntry } from '@nephra/plugin-sdk/contract';
import { type Job, rowJobs } from '@nephra/plugin-sdk/server';
import { BUSINESS_ZONE } from '../../core/clock/clock.ts';
import { scheduleProblem } from '../../jobs/schedule.ts';
import { ROW_JOBS } from '../reach/package-reach.ts';
import type { CheckedPackage } from '../packages/package-cache.ts';
import { PluginProblem } from '../views/reason.ts';
import type { LivePlugin } from './live-plugin.ts';

/** @throws PluginProblem when a job names no time that ever comes */
export function checkJobs(plugin: string, jobs: readonly Pick<Job<never>, 'name' | 'when'>[]): void {
  for (const job of jobs) {
    const problem = scheduleProblem(job.when, BUSINESS_ZONE);
    if (problem) throw new PluginProblem('failed', problem.key, { plugin, job: String(job.name), ...problem.params });
  }
}

/** A job that the manifest does not name was shown to nobody. @throws PluginProblem */
export function checkDeclaredJobs({ manifest }: CheckedPackage, jobs: readonly Pick<Job<never>, 'name'>[]): void {
  const hidden = jobs.filter(({ name }) => !manifest.server?.jobs?.some((declared) => declared.name === name));
  if (hidden.length > 0) throw new PluginProblem('incompatible', 'jobs-undeclared', { jobs: hidden.map(({ name }) => name).join(', ') });
}

const isAllowed = ({ jobs = [] }: RegistryEntry, name: string): boolean => jobs.includes(name);

/** Jobs of a package from outside run once the hospital lets them. */
export const mayRunJob = ({ found, entry }: LivePlugin, name: string): boolean => found.builtHere || isAllowed(entry, name);

/** An addition counts, but for that of jobs in rows, which the hospital allows like any job. @param token name of its extension point */
export const mayAdd = ({ found, entry }: LivePlugin, token: string): boolean => token !== rowJobs.id || found.builtHere || isAllowed(entry, ROW_JOBS);
