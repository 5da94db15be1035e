import { insuranceRegions, type PluginManifest } from '@nephra/plugin-sdk/contract';
import {
  fileReaders,
  type JobBoard,
  jobBoard,
  messageSender,
  rowJobs,
  signInProviders,
  smsSending,
  staffSync,
  type WorkAudit,
  workAccounts,
} from '@nephra/plugin-sdk/server';
import { describe, expect, it } from 'vitest';
import { outsideFacts } from './outside-audit.ts';
import { outsideDoors } from './outside-doors.ts';
import { PackageReach } from './package-reach.ts';

const REGISTERED = new Set(['patient', 'charging', 'acme', 'acme.beds', 'insurance']);
const reachOf = (more: Partial<PluginManifest> = {}, id = 'acme') => new PackageReach({ id, dependsOn: [], ...more } as PluginManifest, REGISTERED);
const refused = (key: string, params: object) => expect.objectContaining({ reason: { key, params: expect.objectContaining(params) } });
const token = (id: string) => ({ token: { id } });

describe('what a package from outside takes of others', () => {
  it('is what its manifest names: plugins that it depends on, and those of which its sources take something', () => {
    const reach = reachOf({ dependsOn: ['patient'], uses: { '@nephra/plugins/charging': ['bills'], '@nephra/plugin-sdk/web': ['page'] } });
    for (const [name, owner] of [
      ['patient.ledger@1', 'patient'],
      ['charging.bills@1', 'charging'],
      ['acme.own@1', 'acme'],
      ['core.numbers@1', 'core'],
      [messageSender.id, 'message'],
    ] as const)
      expect([name, reach.serviceRefusal(name, owner)]).toEqual([name, undefined]);
    expect(reach.serviceRefusal('insurance.channel@1', 'insurance')).toMatchObject({
      key: 'core.reach-undeclared',
      params: { plugin: 'acme', owner: 'insurance', what: 'insurance.channel@1' },
    });
    expect(['patient.merged@1', 'charging.paid@1', 'acme.moved@1', 'nobodys@1'].map((name) => reach.hiddenOwner(name))).toEqual(Array(4).fill(undefined));
    expect(reach.hiddenOwner('insurance.settled@1')).toBe('insurance');
  });

  it('hearing an event or filling a point of a plugin that it does not name, or offering a service in its name, keeps it out by a sentence', () => {
    expect(() => reachOf().assertParts({ subscribers: [token('charging.paid@1')] })).toThrow(
      refused('reach-undeclared', { what: 'charging.paid@1', owner: 'charging' }),
    );
    expect(() => reachOf().assertParts({ extensions: [token('patient.merge-follower@1')] })).toThrow(refused('reach-undeclared', { owner: 'patient' }));
    expect(() => reachOf({ dependsOn: ['charging'] }).assertParts({ services: [token('charging.bills@1')] })).toThrow(
      refused('conflict-service', { owner: 'charging', plugin: 'acme' }),
    );
    reachOf({ dependsOn: ['charging', 'patient'] }).assertParts({
      services: [token('acme.board@1')],
      subscribers: [token('charging.paid@1')],
      extensions: [token('patient.merge-follower@1'), { token: insuranceRegions }, { token: fileReaders }],
    });
  });

  it('the name of a plugin is read whole: acme.beds is not acme', () => {
    expect(reachOf().foreignOwner('acme.beds.moved@1')).toBe('acme.beds');
    expect(reachOf({}, 'acme.beds').foreignOwner('acme.beds.moved@1')).toBeUndefined();
    expect(reachOf({}, 'acme.beds').foreignOwner('acme.moved@1')).toBe('acme');
  });

  it('services of the SDK that give accounts, send text messages or start jobs are none of those that everybody has', () => {
    const all = { dependsOn: ['permission', 'message'] };
    for (const { id } of [staffSync, workAccounts]) {
      expect(reachOf(all).serviceRefusal(id, 'permission')).toMatchObject({ key: 'core.privilege-missing', params: { privilege: 'identity' } });
      expect(reachOf({ privileges: ['identity'] }).serviceRefusal(id, 'permission')).toBeUndefined();
    }
    expect(reachOf().serviceRefusal(smsSending.id, 'message')).toMatchObject({ key: 'core.reach-undeclared' });
    expect(reachOf(all).serviceRefusal(smsSending.id, 'message')).toBeUndefined();
    expect(reachOf().serviceRefusal(jobBoard.id, 'core')).toMatchObject({ key: 'core.job-undeclared', params: { job: 'row-jobs' } });
  });

  it('who people are is said by nobody without the privilege, and jobs in rows are declared like any', () => {
    const signIn = { extensions: [{ token: signInProviders }] };
    expect(() => reachOf().assertParts(signIn)).toThrow(refused('sign-in-privilege', { privilege: 'identity' }));
    reachOf({ privileges: ['identity'] }).assertParts(signIn);
    const rows = { extensions: [{ token: rowJobs }] };
    expect(() => reachOf().assertParts(rows)).toThrow(refused('jobs-undeclared', { jobs: 'row-jobs' }));
    const title = { zh: 'x', zhtw: 'x', en: 'x' };
    reachOf({ server: { entry: 'server.mjs', jobs: [{ name: 'row-jobs', title }] } }).assertParts(rows);
  });
});

describe('what a package from outside says to others', () => {
  const said: unknown[] = [];
  const board: JobBoard = {
    cronProblem: (cron) => (cron === 'x' ? 'unreadable' : undefined),
    momentAfter: (_cron, moment) => moment,
    changed: () => said.push('changed'),
    times: async () => new Map(['system.task-1', 'acme.task-1', 'acme.beds.task-1'].map((job) => [job, { nextAt: undefined, lastStartedAt: undefined }])),
    runs: async (job) => ({ list: [], pagination: { total: job.length } }) as never,
    start: async (job) => `run of ${job}`,
    cancel: async () => true,
  };
  const doors = {
    publish: (event: { readonly id: string }) => said.push(event.id),
    extensions: () => [],
    service: () => board,
    optionalService: () => board,
    numbers: { next: async (series: string) => `1 of ${series}` },
    auditWork: async (entry: object) => void said.push(entry),
    socket: { push: async () => void said.push('pushed') },
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: (_fields: object, message: string) => said.push(message) },
  } as unknown as Parameters<typeof outsideDoors>[2];
  const LIMITS = { perSecond: 1, atOnce: 3, bytesOfOne: 100 };
  let now = 0;
  const own = outsideDoors('acme', reachOf(), doors, LIMITS, () => now);

  it('an event in the name of another plugin is refused and stands in its log; its own goes out', () => {
    expect(() => own.publish({ id: 'charging.paid@1' }, {})).toThrow('charging');
    own.publish({ id: 'acme.moved@1' }, {});
    expect(said.splice(0)).toEqual([expect.stringMatching(/charging\.paid@1 is of charging: acme publishes/), 'acme.moved@1']);
  });

  it('additions of others are its to see when it names whose they are', () => {
    expect(() => own.extensions({ id: 'message.channel@1' })).not.toThrow();
    expect(() => own.extensions({ id: 'patient.merge-follower@1' })).toThrow(expect.objectContaining({ key: 'core.reach-undeclared' }));
  });

  it('frames that flood people are refused: many, or few that are long', async () => {
    const push = (body: object) => own.socket.push('all', {} as never, 'acme.news' as never, body as never);
    for (let at = 0; at < 3; at += 1) await push({ at });
    await expect(push({ at: 3 })).rejects.toThrow('acme pushes more than 1 frames a second');
    now += 1_000;
    await push({ at: 4 });
    expect(said.splice(0)).toEqual(['pushed', 'pushed', 'pushed', 'pushed']);
    now += 60_000;
    await expect(push({ text: 'x'.repeat(300) })).rejects.toThrow('frames a second');
    await push({ text: 'x'.repeat(150) });
  });

  it('of the jobs that stand in rows it sees, starts and ends its own alone', async () => {
    const by = { userId: 'u', userName: 'U' };
    for (const mine of [own.service(jobBoard), own.optionalService(jobBoard) as JobBoard]) {
      expect([...(await mine.times()).keys()]).toEqual(['acme.task-1']);
      expect([await mine.start('acme.task-1', by), (await mine.runs('acme.task.2', {})).pagination.total]).toEqual(['run of acme.task-1', 11]);
      for (const job of ['system.task-1', 'data.backup', 'acme.beds.task-1', 'acme', 'acmes.task', ''])
        for (const act of [mine.start(job, by), mine.runs(job, {}), mine.cancel(job, 'run', by)])
          await expect(act).rejects.toMatchObject({ key: 'core.job-unknown' });
      expect([mine.cronProblem('0 1 * * *'), mine.cronProblem('x'), mine.cronProblem('1,'.repeat(1_000_000))]).toEqual([undefined, 'unreadable', 'unreadable']);
    }
    expect(own.service({ id: 'core.numbers@1' } as typeof jobBoard)).toBe(board);
  });

  it('numbers of another plugin are not its to count: bills would have gaps, or none would be left', async () => {
    await expect(own.numbers.next('charging.receipt.org-1', { prefix: 'B', digits: 4, start: 9e15 })).rejects.toThrow('are of charging');
    await expect(own.numbers.next('insurance.invoice/org-1', { prefix: 'B', digits: 4 })).rejects.toThrow('are of insurance');
    expect(await own.numbers.next('acme.bed.org-1', { prefix: 'B', digits: 4 })).toBe('1 of acme.bed.org-1');
  });

  it('entries of audit stand under its own name, and have an end; who acted in a call is not its to say', async () => {
    said.length = 0;
    const entry = {
      class: 'write',
      action: 'acme.moved',
      by: { userId: 'u', userName: 'U', orgId: 'o' },
      subject: 's'.repeat(500),
      subjectId: '1',
    } as WorkAudit;
    for (const wrong of [{ action: 'session.login' }, { action: 'charging.paid' }, { action: 'acmes.moved' }, { class: 'none' }] as Partial<WorkAudit>[])
      await expect(own.auditWork({ ...entry, ...wrong })).rejects.toThrow('is none of acme');
    await own.auditWork({ ...entry, after: { text: 'x'.repeat(1_000_000) }, before: { bed: 1 }, note: 'n'.repeat(9_000) });
    expect(said.splice(0)).toEqual([
      { ...entry, subject: 's'.repeat(200), before: { bed: 1 }, after: { cut: expect.stringContaining('1000011 characters') }, note: 'n'.repeat(2_000) },
    ]);
    expect(outsideFacts({ subjectId: '7', actor: { userId: 'admin' } } as Parameters<typeof outsideFacts>[0])).toEqual({ subjectId: '7' });
  });
});
