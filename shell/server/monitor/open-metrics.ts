import type { ServerFiguresNow } from '@nephra/plugin-sdk/server';

/** Of the OpenMetrics text format, version 1.0.0. */
export const OPEN_METRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [value: number, labels?: Labels];

/** Backslash, quote and line end are the three letters that a label value must not hold as they are. */
const labelValue = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
const labelsOf = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${labelValue(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

interface Metric {
  /** Without the ending that its type asks for. */
  readonly name: string;
  readonly type: 'gauge' | 'counter' | 'info';
  readonly unit?: 'bytes' | 'seconds' | 'ratio';
  readonly help: string;
  readonly samples: readonly Sample[];
}
const ENDINGS = { gauge: '', counter: '_total', info: '_info' } as const;

function linesOf({ name, type, unit, help, samples }: Metric): string[] {
  return [
    `# TYPE ${name} ${type}`,
    ...(unit ? [`# UNIT ${name} ${unit}`] : []),
    `# HELP ${name} ${help}`,
    ...samples.map(([value, labels = {}]) => `${name}${ENDINGS[type]}${labelsOf(labels)} ${Number.isFinite(value) ? value : 0}`),
  ];
}

/** The figures of a server as text that Prometheus reads. */
export function openMetrics({ server, cpu, memory, disk, database, eventLoop, sockets, jobs, queues, plugins }: ServerFiguresNow): string {
  const gauge = (name: string, help: string, samples: readonly Sample[], unit?: Metric['unit']): Metric => ({
    name: `nephra_${name}`,
    type: 'gauge',
    help,
    samples,
    ...(unit && { unit }),
  });
  const counter = (name: string, help: string, samples: readonly Sample[], unit?: Metric['unit']): Metric => ({
    ...gauge(name, help, samples, unit),
    type: 'counter',
  });
  const room = (kind: string, { totalBytes, availableBytes }: { readonly totalBytes: number; readonly availableBytes: number }): Metric[] => [
    gauge(`${kind}_size_bytes`, `All of the ${kind}.`, [[totalBytes]], 'bytes'),
    gauge(`${kind}_available_bytes`, `What is free of the ${kind}.`, [[availableBytes]], 'bytes'),
  ];
  const byPlugin = (of: (plugin: (typeof plugins)[number]) => number): Sample[] => plugins.map((plugin) => [of(plugin), { plugin: plugin.pluginId }]);
  const metrics: Metric[] = [
    {
      name: 'nephra_build',
      type: 'info',
      help: 'What runs here.',
      samples: [[1, { version: server.version, node: server.node, engine: database.engine, engine_version: database.version }]],
    },
    gauge('uptime_seconds', 'Time since this process started.', [[server.upSeconds]], 'seconds'),
    gauge('cpu_used_ratio', 'Share of all processors of the computer that work.', [[cpu.used]], 'ratio'),
    gauge('process_cpu_ratio', 'Processors that this process uses.', [[cpu.process]], 'ratio'),
    ...room('memory', memory),
    gauge('process_resident_memory_bytes', 'Memory of this process.', [[memory.processBytes]], 'bytes'),
    gauge('process_heap_bytes', 'Heap of this process that is used.', [[memory.heapUsedBytes]], 'bytes'),
    ...room('disk', disk),
    gauge(
      'event_loop_delay_seconds',
      'Delay of the event loop over ten seconds.',
      [
        [eventLoop.mean / 1_000, { of: 'mean' }],
        [eventLoop.p99 / 1_000, { of: 'p99' }],
        [eventLoop.max / 1_000, { of: 'max' }],
      ],
      'seconds',
    ),
    gauge('database_up', 'Whether the database answered the last time.', [[database.ok ? 1 : 0]]),
    gauge('database_size_bytes', 'Size of the database.', [[database.sizeBytes]], 'bytes'),
    gauge('database_connections', 'Connections that there may be, and those at work.', [
      [database.connections, { state: 'all' }],
      [database.connectionsInUse, { state: 'in_use' }],
    ]),
    gauge('database_lock_waits', 'Connections that wait for a lock.', [[database.waitingForLocks]]),
    counter('database_statements', 'Statements that were sent.', [[database.statements]]),
    counter('database_transactions', 'Transactions that were run.', [[database.transactions]]),
    counter('database_retries', 'Transactions that were run again after a lost race.', [[database.retries]]),
    counter('database_engine_restarts', 'How often the embedded engine was reopened.', [[database.engineRestarts]]),
    gauge(
      'queue_length',
      'What waits.',
      queues.map(({ name, length }): Sample => [length, { queue: name }]),
    ),
    gauge('sockets_open', 'Sockets of this server.', [[sockets.open]]),
    gauge('sockets_people', 'People with a socket here.', [[sockets.people]]),
    gauge('jobs_known', 'Jobs of the shell and of running plugins.', [[jobs.known]]),
    gauge('jobs_running', 'Jobs that run here.', [[jobs.running]]),
    counter('job_failures', 'Runs of jobs that failed here.', [[jobs.failures]]),
    counter('calls', 'Calls that were answered.', [
      ...plugins.map(({ pluginId, calls, refused, failed }): Sample => [calls - refused - failed, { plugin: pluginId, outcome: 'ok' }]),
      ...plugins.map(({ pluginId, refused }): Sample => [refused, { plugin: pluginId, outcome: 'refused' }]),
      ...plugins.map(({ pluginId, failed }): Sample => [failed, { plugin: pluginId, outcome: 'failed' }]),
    ]),
    counter(
      'call_duration_seconds',
      'Time of all calls together.',
      byPlugin(({ milliseconds }) => milliseconds / 1_000),
      'seconds',
    ),
    counter(
      'errors',
      'Errors in the log.',
      byPlugin(({ errors }) => errors),
    ),
  ];
  return `${metrics.flatMap(linesOf).join('\n')}\n# EOF\n`;
}
