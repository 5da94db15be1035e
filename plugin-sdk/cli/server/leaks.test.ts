import { describe, expect, it } from 'vitest';
import type { DevelopedPlugin } from './development-server.ts';
import { leaksBetween, weighedLine } from './leaks.ts';

const holds = (more: Partial<DevelopedPlugin['holds']> = {}): DevelopedPlugin['holds'] => ({
  heapBytes: 200_000_000,
  resources: { Timeout: 10, PipeWrap: 2 },
  jobs: 5,
  routes: 90,
  ...more,
});

describe('what rounds of off and on leave behind', () => {
  it('is nothing where a few timers and some memory come and go', () => {
    expect(leaksBetween(holds(), holds({ heapBytes: 225_000_000, resources: { Timeout: 13, PipeWrap: 2 } }), 200)).toEqual([]);
  });

  it.each([
    ['timers that each start begins anew', { resources: { Timeout: 210, PipeWrap: 2 } }, 'Timeout: 10 before, 210 after 200 rounds'],
    ['a list at the top of a module', { heapBytes: 240_000_000 }, '40.0 MB more memory after 200 rounds'],
    ['a job that stays', { jobs: 6 }, '1 jobs more.'],
    ['routes that stay', { routes: 92 }, '2 routes more.'],
  ])('%s', (_what, after, told) => {
    expect(leaksBetween(holds(), holds(after), 200)).toEqual([expect.stringContaining(told)]);
  });

  it('says both weighings', () => {
    expect(weighedLine(holds(), holds({ heapBytes: 204_300_000, resources: { Timeout: 11, TCPSocketWrap: 1 } }), 8)).toBe(
      'before and after 8 rounds: memory in use 200.0 MB, 204.3 MB; PipeWrap 2, 0; TCPSocketWrap 0, 1; Timeout 10, 11',
    );
  });
});
