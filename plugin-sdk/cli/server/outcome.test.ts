import { describe, expect, it } from 'vitest';
import type { PluginManifest } from '../../contract/plugin/manifest.ts';
import type { DevelopedPlugin } from './development-server.ts';
import { outcomeOf } from './outcome.ts';

const built = { manifest: { id: 'acme', version: '1.0.0' } as PluginManifest, manifestIntegrity: 'sha384-new' };
const seen = (more: Partial<DevelopedPlugin>): DevelopedPlugin =>
  ({
    state: 'active',
    reason: '',
    running: '1.0.0-a',
    foundIntegrity: '',
    runningIntegrity: '',
    fileError: '',
    startedInMs: 7,
    undecided: { privileges: [], outbound: [], jobs: [] },
    ...more,
  }) as DevelopedPlugin;

describe('what a build became', () => {
  it('runs only when this very build runs; an older one of the same version is waited for', () => {
    expect(outcomeOf(built, seen({ runningIntegrity: 'sha384-new' }))).toMatchObject({ good: true, lines: ['acme 1.0.0 runs: 1.0.0-a, started in 7 ms.'] });
    expect(outcomeOf(built, seen({ runningIntegrity: 'sha384-old', foundIntegrity: 'sha384-old' }))).toBeUndefined();
    expect(outcomeOf(built, seen({ state: '' }))).toBeUndefined();
  });

  it('says why it was refused, what to do, and what still answers', () => {
    const refused = seen({ state: 'failed', reason: 'it broke', foundIntegrity: 'sha384-new', running: '0.9.0-b' });
    expect(outcomeOf(built, refused)?.lines).toEqual(['acme 1.0.0 was refused (failed): it broke', 'What still answers is the build before, 0.9.0-b.']);
    const asking = seen({
      state: 'incompatible',
      reason: 'asks',
      foundIntegrity: 'sha384-new',
      running: '',
      undecided: { privileges: [], outbound: ['https://a.example'], jobs: [] },
    });
    expect(outcomeOf(built, asking)?.lines.join()).toContain('--allow');
    expect(outcomeOf(built, seen({ fileError: 'line 3' }))).toMatchObject({ good: false, lines: [expect.stringContaining('line 3')] });
    expect(outcomeOf(built, seen({ state: 'failed', reason: 'old', foundIntegrity: 'sha384-old' }))).toBeUndefined();
  });
});
