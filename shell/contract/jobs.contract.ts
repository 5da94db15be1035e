import { defineContract, get, pageOf, pageQuery, post, type Static, Type } from '@nephra/plugin-sdk/contract';

const name = Type.String({ minLength: 1, maxLength: 128 });
const id = Type.String({ minLength: 1, maxLength: 64 });
/** Milliseconds. */
const instant = Type.Integer();
const instantOrNull = Type.Union([instant, Type.Null()]);
const countOrNull = Type.Union([Type.Integer(), Type.Null()]);

const words = Type.Object({ zh: Type.String(), zhtw: Type.String(), en: Type.String() });

const jobRun = Type.Object({
  id,
  /** `plugin.name` */
  job: name,
  /** `core` or the id of a plugin. */
  pluginId: Type.String(),
  /** `lost`: the server that worked on it is gone. */
  state: Type.Union([Type.Literal('running'), Type.Literal('done'), Type.Literal('failed'), Type.Literal('cancelled'), Type.Literal('lost')]),
  startedAt: instant,
  endedAt: instantOrNull,
  /** How far it is; null while the job has told nothing. */
  done: countOrNull,
  /** Null while it is not known. */
  total: countOrNull,
  /** What it is or was doing, as the job says it. */
  text: Type.String(),
  /** Name of who asked for it; empty when its time had come. */
  requestedBy: Type.String(),
  /** Somebody asked it to end; it will at the next safe place. */
  cancelling: Type.Boolean(),
  /** Why it ended otherwise than done; empty when there is nothing to say. */
  reason: Type.String(),
});
export type JobRunView = Static<typeof jobRun>;

const job = Type.Object({
  name,
  /** The name where the plugin gave none. */
  title: words,
  /** What it does; empty where the plugin says nothing. */
  purpose: words,
  pluginId: Type.String(),
  pluginName: words,
  /** One of the two, or neither for a job on demand. */
  everySeconds: Type.Union([Type.Number(), Type.Null()]),
  cron: Type.String(),
  /** In the past when it was missed and will be made up; null when only a person starts it or it never ran. */
  nextAt: instantOrNull,
  /** Also of runs that left no row. */
  lastStartedAt: instantOrNull,
  lastRun: Type.Union([jobRun, Type.Null()]),
  /** It has run since `lastRun` and left no row: it ended well and had nothing to tell. */
  quietSince: Type.Boolean(),
});
export type JobView = Static<typeof job>;

const jobRunWithLines = Type.Object({
  ...jobRun.properties,
  lines: Type.Array(Type.Object({ at: instant, line: Type.String() })),
  /** Lines that came after the last one that was kept. */
  linesDropped: Type.Integer(),
});
export type JobRunWithLines = Static<typeof jobRunWithLines>;

/** Regular work of the shell and of plugins. It belongs to the installation: system administrators alone see and start it. */
export const jobsContract = defineContract('jobs', {
  list: get('/api/system/Jobs', {
    summary: 'Jobs of the shell and of running plugins: when they run, and their latest run',
    need: 'perm:system.task',
    audit: 'read',
    reply: Type.Object({ list: Type.Array(job) }),
  }),
  runs: get('/api/system/Jobs/{name}/Runs', {
    summary: 'Runs of a job, newest first. The latest fifty are kept; jobs of a short interval leave one only when there is something to tell',
    need: 'perm:system.task',
    audit: 'read',
    params: Type.Object({ name }),
    query: Type.Object({ currentPage: pageQuery.currentPage, pageSize: pageQuery.pageSize }),
    reply: pageOf(jobRun),
  }),
  run: get('/api/system/Jobs/{name}/Runs/{id}', {
    summary: 'One run of a job, with its log',
    need: 'perm:system.task',
    audit: 'read',
    params: Type.Object({ name, id }),
    reply: jobRunWithLines,
  }),
  start: post('/api/system/Jobs/{name}/Actions/Run', {
    summary: 'Run a job now; refused while it runs',
    need: 'perm:system.task:btn_run',
    audit: 'write',
    retry: 'idempotent-key',
    params: Type.Object({ name }),
    reply: jobRun,
  }),
  cancel: post('/api/system/Jobs/{name}/Runs/{id}/Actions/Cancel', {
    summary: 'Ask a run to end at its next safe place; one that has ended stays as it is',
    need: 'perm:system.task:btn_cancel',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ name, id }),
    reply: jobRun,
  }),
});
