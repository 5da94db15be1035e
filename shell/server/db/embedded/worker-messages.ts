/** What the engine's worker is started with. */
export interface WorkerStart {
  /** Directory of the engine's files; `null` keeps everything in memory. */
  readonly directory: string | null;
  /** Tar or tar.gz to begin with when there are no files yet. */
  readonly snapshot: Uint8Array | null;
  /** Every commit is forced to disk. Off only for a directory that is forced to disk as a whole before anybody relies on it. */
  readonly durable: boolean;
  readonly timeZone: string;
}

export type ToWorker =
  /** Bytes of one connection in wire protocol. Answered by `done` when executed. */
  | { readonly type: 'bytes'; readonly connection: number; readonly bytes: Uint8Array }
  /** The connection is gone: roll back and forget its session state. */
  | { readonly type: 'end'; readonly connection: number }
  /** Content of /dev/blob for the next `COPY ... FROM '/dev/blob'`. */
  | { readonly type: 'blob'; readonly bytes: Uint8Array }
  | { readonly type: 'snapshot' }
  | { readonly type: 'close' };

export type FromWorker =
  | { readonly type: 'ready'; readonly serverVersion: string }
  | { readonly type: 'bytes'; readonly connection: number; readonly bytes: Uint8Array }
  /** One `bytes` or `blob` message has been worked off. */
  | { readonly type: 'done' }
  | { readonly type: 'snapshot'; readonly bytes: Uint8Array }
  | { readonly type: 'closed' }
  /** The engine cannot go on; the worker ends itself right after. */
  | { readonly type: 'fatal'; readonly reason: string }
  /** A line of the engine's own log worth keeping. */
  | { readonly type: 'log'; readonly line: string };
