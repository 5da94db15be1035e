import type { PluginManifest, RegistryEntry } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../../../tests/support/cases/effort.ts';
import { decidedEntry, packageAsks, undecided } from './package-asks.ts';

const manifestOf = (outboundHosts: string[], jobs: string[], privileges: PluginManifest['privileges'] = []): PluginManifest =>
  ({
    outboundHosts,
    privileges,
    server: { entry: 'server.mjs', jobs: jobs.map((name) => ({ name, title: { zh: name, zhtw: name, en: name } })) },
  }) as unknown as PluginManifest;
const entry = (more: Partial<RegistryEntry> = {}): RegistryEntry => ({ id: 'acme', source: 'acme.tgz', enabled: true, ...more });
const HOSTS = ['https://a.example', 'https://b.example:8443', 'https://c.example'];
const JOBS = ['tidy', 'fetch', 'send'];

describe('what a package from outside asks for', () => {
  it('is undecided until somebody said something, one by one', () => {
    const asks = packageAsks(
      manifestOf(HOSTS, JOBS, ['identity']),
      entry({ outbound: ['https://A.example/'], jobs: ['tidy'], withheld: { outbound: ['https://c.example'], jobs: ['send'] } }),
      [],
    );
    expect(asks.outbound.map(({ answer }) => answer)).toEqual(['granted', 'undecided', 'withheld']);
    expect(asks.jobs.map(({ answer }) => answer)).toEqual(['granted', 'undecided', 'withheld']);
    expect(undecided(asks)).toEqual({ privileges: ['identity'], outbound: ['https://b.example:8443'], jobs: ['fetch'] });
  });

  it('an origin of the own network and one that the operator allowed count', () => {
    const asks = packageAsks(manifestOf(HOSTS, []), entry({ outbound: ['private+https://a.example'] }), ['https://b.example:8443']);
    expect(asks.outbound.map(({ answer }) => answer)).toEqual(['granted', 'granted', 'undecided']);
  });

  it('keeps what the site listed by itself and forgets what the package asks for no more', () => {
    const before = entry({ outbound: ['https://own.example', 'https://a.example'], jobs: ['gone'], withheld: { jobs: ['gone'] } });
    expect(decidedEntry(manifestOf(HOSTS, JOBS), before, { outbound: ['https://b.example:8443', 'https://foreign.example'], jobs: ['tidy'] })).toEqual({
      outbound: ['https://own.example', 'https://b.example:8443'],
      jobs: ['tidy'],
      withheld: { outbound: ['https://a.example', 'https://c.example'], jobs: ['fetch', 'send'] },
    });
  });

  it('after a decision nothing is undecided, whatever was granted; grants that were not asked for are none', () => {
    const some = <T>(list: readonly T[]) => fc.subarray([...list]);
    fc.assert(
      fc.property(some(HOSTS), some(JOBS), some(HOSTS), some(JOBS), some(HOSTS), (asked, jobs, granted, grantedJobs, known) => {
        const manifest = manifestOf(asked, jobs);
        const before = entry({ outbound: known });
        const decided = decidedEntry(manifest, before, { outbound: granted, jobs: grantedJobs });
        const after = packageAsks(manifest, { ...before, ...decided } as RegistryEntry, []);
        expect(undecided(after)).toEqual({ privileges: [], outbound: [], jobs: [] });
        for (const { what, answer } of after.outbound) expect(answer === 'granted').toBe(granted.includes(what));
        for (const { what, answer } of after.jobs) expect(answer === 'granted').toBe(grantedJobs.includes(what));
        for (const one of known) if (!asked.includes(one)) expect(decided.outbound).toContain(one);
      }),
      { numRuns: propertyCases(200) },
    );
  });
});
