import { expect, it } from 'vitest';
import type { ServerFiguresNow } from '@nephra/plugin-sdk/server';
import { openMetrics } from './open-metrics.ts';

const FIGURES: ServerFiguresNow = {
  at: new Date('2026-03-02T02:00:00Z'),
  server: { host: 'h', os: 'Linux', ip: '10.0.0.1', node: 'v22', version: '1.0.0', hostSeconds: 9, upSeconds: 7 },
  cpu: { name: 'x', count: 2, used: 0.25, process: 0.5 },
  memory: { totalBytes: 100, availableBytes: 40, processBytes: 30, heapUsedBytes: 10, heapTotalBytes: 20 },
  disk: { totalBytes: 1_000, availableBytes: 400 },
  database: {
    engine: 'postgres',
    version: '16 "a\\b"',
    ok: false,
    sizeBytes: 5,
    statements: 3,
    transactions: 2,
    retries: 1,
    connections: 10,
    connectionsInUse: 4,
    waitingForLocks: 0,
    engineRestarts: 0,
  },
  eventLoop: { mean: 1, p99: 20, max: Number.NaN },
  sockets: { open: 3, people: 2 },
  jobs: { known: 8, running: 1, failures: 2 },
  queues: [{ name: 'heavy', length: 6 }],
  files: { files: 0, bytes: 0, quotaBytes: 0, orphans: { files: 0, bytes: 0 }, organisations: [] },
  plugins: [{ pluginId: 'charging', calls: 10, refused: 3, failed: 1, milliseconds: 1_500, errors: 1 }],
};

it('2.5-05: figures are OpenMetrics text: every sample below its type, counters with their ending, labels escaped, an end', () => {
  const text = openMetrics(FIGURES);
  expect(text.endsWith('\n# EOF\n')).toBe(true);
  const lines = text.split('\n').slice(0, -2);
  const types = new Map(lines.flatMap((line) => (/^# TYPE (\S+) (\S+)$/.exec(line) ? [[line.split(' ')[2] ?? '', line.split(' ')[3] ?? ''] as const] : [])));
  const endings: Record<string, string> = { counter: '_total', info: '_info', gauge: '' };
  for (const line of lines.filter((one) => !one.startsWith('#'))) {
    const [, name = ''] = /^([a-z_]+)(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*\})? -?[\d.e+-]+$/.exec(line) ?? [];
    expect([line, [...types].some(([metric, type]) => name === `${metric}${endings[type]}`)]).toEqual([line, true]);
  }
  // No metric is told twice, and a unit ends the name.
  expect(new Set(types.keys()).size).toBe(lines.filter((line) => line.startsWith('# TYPE')).length);
  for (const [, name = '', unit = ''] of text.matchAll(/^# UNIT (\S+) (\S+)$/gm)) expect(name.endsWith(`_${unit}`)).toBe(true);
  expect(lines).toContain('nephra_calls_total{plugin="charging",outcome="ok"} 6');
  expect(lines).toContain('nephra_call_duration_seconds_total{plugin="charging"} 1.5');
  expect(lines).toContain('nephra_database_up 0');
  expect(lines).toContain('nephra_event_loop_delay_seconds{of="max"} 0');
  expect(text).toContain('engine_version="16 \\"a\\\\b\\""');
});
