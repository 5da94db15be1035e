import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The pieces of the engine's file system layer that we touch; not part of its public types. */
interface NodeStream {
  readonly nfd?: number | null;
  readonly node: unknown;
}
interface NodeFileSystem {
  stream_ops: Record<string, unknown>;
  realPath(node: unknown): string;
}
interface EngineModule {
  NODEFS: NodeFileSystem;
}

/** Emscripten's EIO: PostgreSQL answers it with a panic instead of believing that the data is safe. */
const EIO = 29;

/**
 * The engine's file system on the disk, with an fsync that does sync. The stock one has none: an acknowledged commit
 * then lives in the operating system's cache only and a power cut destroys the whole directory.
 */
export class SyncFileSystem extends NodeFS {
  /** How often something was really forced to disk; the start-up self-test watches it. */
  syncs = 0;

  override async init(...input: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...input);
    result.emscriptenOpts.preRun = [
      ...(result.emscriptenOpts.preRun ?? []),
      // The public type does not show NODEFS; the exact engine version is pinned and the self-test guards this.
      (module) => this.#addSync((module as unknown as EngineModule).NODEFS),
    ];
    return result;
  }

  #addSync(fileSystem: NodeFileSystem): void {
    fileSystem.stream_ops = {
      ...fileSystem.stream_ops,
      fsync: (stream: NodeStream): number => {
        try {
          if (stream.nfd !== null && stream.nfd !== undefined) fdatasyncSync(stream.nfd);
          else syncDirectory(fileSystem.realPath(stream.node));
        } catch {
          return EIO;
        }
        this.syncs += 1;
        return 0;
      },
    };
  }
}

function syncDirectory(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
