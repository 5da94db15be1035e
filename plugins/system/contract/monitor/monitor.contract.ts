import { defineContract, get, type Static, Type } from '@nephra/plugin-sdk/contract';
import { MONITOR_MENU } from '../limits.ts';

/** As the platform writes it: texts with their unit, shares in per cent with at most two decimals. */
const room = Type.Object({ total: Type.String(), available: Type.String(), used: Type.String(), usageRate: Type.String() });

const figures = Type.Object({
  host: Type.String(),
  node: Type.String(),
  version: Type.String(),
  /** Seconds since this server started. */
  upSeconds: Type.Integer(),
  /** Shares from 0 to 1; of one processor, so more than 1 where several work. */
  cpuUsed: Type.Number(),
  cpuProcess: Type.Number(),
  memoryTotal: Type.Number(),
  memoryAvailable: Type.Number(),
  memoryProcess: Type.Number(),
  heapUsed: Type.Number(),
  /** Bytes; zeros where the system does not tell. */
  diskTotal: Type.Number(),
  diskAvailable: Type.Number(),
  database: Type.Object({
    engine: Type.String(),
    version: Type.String(),
    ok: Type.Boolean(),
    sizeBytes: Type.Number(),
    statements: Type.Number(),
    transactions: Type.Number(),
    retries: Type.Number(),
    connections: Type.Integer(),
    connectionsInUse: Type.Integer(),
    waitingForLocks: Type.Integer(),
    engineRestarts: Type.Integer(),
  }),
  /** Milliseconds over the last ten seconds. */
  eventLoop: Type.Object({ mean: Type.Number(), p99: Type.Number(), max: Type.Number() }),
  sockets: Type.Object({ open: Type.Integer(), people: Type.Integer() }),
  jobs: Type.Object({ known: Type.Integer(), running: Type.Integer(), failures: Type.Integer() }),
  queues: Type.Array(Type.Object({ name: Type.String(), length: Type.Integer() })),
  /** Of the whole storage, all servers together; bytes. */
  files: Type.Object({
    files: Type.Integer(),
    bytes: Type.Number(),
    /** What each organisation may have; 0: as much as it likes. */
    quotaBytes: Type.Number(),
    /** Named by no record, as the last search found. */
    orphans: Type.Object({ files: Type.Integer(), bytes: Type.Number() }),
    /** Most first; without id and name: files of the system itself. */
    organisations: Type.Array(Type.Object({ orgId: Type.String(), name: Type.String(), files: Type.Integer(), bytes: Type.Number() })),
  }),
  plugins: Type.Array(
    Type.Object({
      /** `core`: the shell; `unknown`: calls that found no route. */
      pluginId: Type.String(),
      calls: Type.Integer(),
      refused: Type.Integer(),
      failed: Type.Integer(),
      milliseconds: Type.Number(),
      errors: Type.Integer(),
    }),
  ),
});

const reply = Type.Object({
  system: Type.Object({ os: Type.String(), day: Type.String(), ip: Type.String() }),
  cpu: Type.Object({
    name: Type.String(),
    package: Type.String(),
    core: Type.String(),
    coreNumber: Type.Integer(),
    logic: Type.String(),
    /** Per cent. */
    used: Type.String(),
    idle: Type.String(),
  }),
  memory: room,
  disk: room,
  /** Milliseconds. */
  time: Type.Integer(),
  /** The same and more in numbers, of the server that answered. */
  figures,
});
export type MonitorView = Static<typeof reply>;

/** What the server does at this moment. It belongs to the installation: system administrators alone see it. */
export const monitorContract = defineContract('systemMonitor', {
  now: get('/api/system/Monitor', {
    summary: 'Processor, memory, disk, database, queues, sockets, jobs, and calls by plugin',
    need: `perm:${MONITOR_MENU}`,
    audit: 'none',
    reply,
  }),
});
