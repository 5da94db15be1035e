import { defineService } from '../../contract/index.ts';

/** Bytes of one kind of room. */
export interface RoomFigures {
  readonly totalBytes: number;
  readonly availableBytes: number;
}

/** What was asked of one plugin, or of the shell (`core`), since the server started. */
export interface CallFigures {
  readonly pluginId: string;
  readonly calls: number;
  /** Answered with a refusal: no right, wrong input, a rule that said no. */
  readonly refused: number;
  /** Answered with a fault of ours, or not at all. */
  readonly failed: number;
  /** All of them together, from arrival to answer. */
  readonly milliseconds: number;
  /** Errors in the log, of calls, jobs and events. */
  readonly errors: number;
}

/** What the file storage holds, of all servers together. */
export interface FileFigures {
  readonly files: number;
  readonly bytes: number;
  /** What each organisation may have; 0: as much as it likes. */
  readonly quotaBytes: number;
  /** Found to be named by no row, and still there. */
  readonly orphans: { readonly files: number; readonly bytes: number };
  /** Those that keep most first, at most 100; empty id and name: files of plugins themselves. */
  readonly organisations: readonly { readonly orgId: string; readonly name: string; readonly files: number; readonly bytes: number }[];
}

/** One server process and the computer it runs on, at one moment. Shares are from 0 to 1. */
export interface ServerFiguresNow {
  readonly at: Date;
  readonly server: {
    readonly host: string;
    readonly os: string;
    readonly ip: string;
    readonly node: string;
    readonly version: string;
    /** Of the computer. */
    readonly hostSeconds: number;
    /** Since this process started. */
    readonly upSeconds: number;
  };
  readonly cpu: {
    readonly name: string;
    /** Processors that the operating system offers. */
    readonly count: number;
    /** Of all processors together, since the last reading some seconds ago. */
    readonly used: number;
    /** Of one processor by this process; more than 1 when it uses several. */
    readonly process: number;
  };
  readonly memory: RoomFigures & { readonly processBytes: number; readonly heapUsedBytes: number; readonly heapTotalBytes: number };
  /** Where DATA_DIR lies; zeros where the system does not tell. */
  readonly disk: RoomFigures;
  readonly database: {
    readonly engine: string;
    readonly version: string;
    readonly ok: boolean;
    /** Looked at every half minute. */
    readonly sizeBytes: number;
    readonly statements: number;
    readonly transactions: number;
    readonly retries: number;
    readonly connections: number;
    readonly connectionsInUse: number;
    readonly waitingForLocks: number;
    readonly engineRestarts: number;
  };
  /** Delay of the event loop over the last ten seconds, milliseconds. */
  readonly eventLoop: { readonly mean: number; readonly p99: number; readonly max: number };
  readonly sockets: { readonly open: number; readonly people: number };
  readonly jobs: { readonly known: number; readonly running: number; readonly failures: number };
  /** What waits at this moment, by name: `statements`, `transactions`, `streams`, `named`, `heavy`. */
  readonly queues: readonly { readonly name: string; readonly length: number }[];
  readonly plugins: readonly CallFigures[];
  /** Looked at every half minute. */
  readonly files: FileFigures;
}

export interface ServerFigures {
  /** Answers at once: what takes the database some time is read beside it, and the last reading is told. */
  now(): Promise<ServerFiguresNow>;
}
/** Offered by the shell to plugins with the privilege `operations`. */
export const serverFigures = defineService<ServerFigures>('core.server-figures@1');
