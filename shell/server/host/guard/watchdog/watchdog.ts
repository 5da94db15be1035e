import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Log } from '@nephra/plugin-sdk/server';
import type { WatchdogStart } from './watchdog-messages.ts';

export interface WatchedPackage {
  readonly pluginId: string;
  readonly version: string;
  /** Where its code lies; frames of the stack name it. */
  readonly folder: string;
}

export interface WatchdogOptions {
  readonly dataDir: string;
  readonly log: Log;
  /** Seconds without a beat after which the main thread counts as held. */
  readonly seconds: number;
}

const BEAT_MS = 250;
const CHECK_MS = 500;
/** In the data folder; whoever starts the server looks for it to tell a strike from another death. */
export const STRIKE_FILE = 'plugin-strikes.jsonl';

/** The worker beside the server's bundle; the source launcher when this file itself runs as TypeScript. */
const workerUrl = (): URL =>
  import.meta.url.endsWith('.ts') ? new URL('./watchdog-worker.source.mjs', import.meta.url) : new URL('./plugin-watchdog.mjs', import.meta.url);

/**
 * Ends the server when code of a package from outside holds its thread, after writing down whose it was: a second thread sees that beats stop and
 * asks the debugger which function runs. There is no thread (9 MB) while no such package runs.
 */
export class Watchdog {
  readonly #options: WatchdogOptions;
  #worker: Worker | undefined;
  #beat: NodeJS.Timeout | undefined;

  constructor(options: WatchdogOptions) {
    this.#options = options;
  }

  /** Watches these packages from now on. */
  async watch(packages: readonly WatchedPackage[]): Promise<void> {
    if (packages.length === 0) return await this.close();
    this.#worker ??= this.#start();
    this.#worker.postMessage(packages);
  }

  async close(): Promise<void> {
    clearInterval(this.#beat);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const { dataDir, seconds, log } = this.#options;
    const beats = new SharedArrayBuffer(4);
    const seen = new Int32Array(beats);
    this.#beat = setInterval(() => Atomics.add(seen, 0, 1), BEAT_MS);
    this.#beat.unref();
    const start: WatchdogStart = {
      beats,
      checkMs: CHECK_MS,
      stillChecks: Math.ceil((seconds * 1000) / CHECK_MS),
      strikeFile: path.join(path.resolve(dataDir), STRIKE_FILE),
    };
    const worker = new Worker(workerUrl(), { name: 'plugin-watchdog', workerData: start, execArgv: [], env: {}, stdin: false });
    worker.unref();
    worker.on('error', (error) => {
      log.error({ err: error }, 'the watchdog of plugins ended; loops of plugins are not seen until the next start');
      clearInterval(this.#beat);
    });
    return worker;
  }
}
