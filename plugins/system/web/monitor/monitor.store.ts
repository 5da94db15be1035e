import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type MonitorView, monitorContract } from '../../contract/monitor/monitor.contract.ts';
import { usedShare } from '../../domain/monitor/size-text.ts';

/** Between two readings, milliseconds. */
export const READ_EVERY_MS = 5_000;
/** Readings that are drawn: ten minutes. */
export const MAX_POINTS = 120;
const MEGABYTE = 1_048_576;

/** One reading as it is drawn. Memory of the process in megabytes, rates per second since the one before. */
export interface MonitorPoint {
  readonly at: number;
  readonly cpu: number;
  readonly process: number;
  readonly memory: number;
  readonly processMemory: number;
  readonly heap: number;
  readonly loopP99: number;
  readonly loopMax: number;
  readonly inUse: number;
  readonly waiting: number;
  readonly calls: number;
  readonly errors: number;
}

const sum = (view: MonitorView, of: (plugin: MonitorView['figures']['plugins'][number]) => number): number =>
  view.figures.plugins.reduce((all, plugin) => all + of(plugin), 0);

/** @param before the reading before this one; rates are 0 without it, and after the server has started again */
export function pointOf(view: MonitorView, before: MonitorView | null): MonitorPoint {
  const { figures } = view;
  const seconds = before ? (view.time - before.time) / 1_000 : 0;
  const rate = (of: Parameters<typeof sum>[1]): number => (before && seconds > 0 ? Math.max(0, (sum(view, of) - sum(before, of)) / seconds) : 0);
  return {
    at: view.time,
    cpu: figures.cpuUsed,
    process: figures.cpuProcess,
    memory: usedShare(figures.memoryTotal, figures.memoryAvailable),
    processMemory: figures.memoryProcess / MEGABYTE,
    heap: figures.heapUsed / MEGABYTE,
    loopP99: figures.eventLoop.p99,
    loopMax: figures.eventLoop.max,
    inUse: figures.database.connectionsInUse,
    waiting: figures.queues.reduce((all, { length }) => all + length, 0),
    calls: rate(({ calls }) => calls),
    errors: rate(({ failed, errors }) => failed + errors),
  };
}

/** State of the monitor page: the last reading and the points of the last minutes. */
export class MonitorStore {
  view: MonitorView | null = null;
  points: readonly MonitorPoint[] = [];
  /** Of the last try; null when it was answered. */
  failure: unknown = null;
  private readonly client;
  private running: AbortController | null = null;

  constructor(ctx: WebContext) {
    this.client = createClient(monitorContract, ctx.http);
    makeObservable(this, { view: observableRef, points: observableRef, failure: observableRef, dispose: action });
  }

  /** Reads once; a reading that is still under way is waited for instead. */
  read = async (): Promise<void> => {
    if (this.running) return;
    const control = new AbortController();
    this.running = control;
    try {
      const { data } = await this.client.now({}, { signal: control.signal, quiet: true, background: true });
      runInAction(() => {
        this.points = [...this.points, pointOf(data, this.view)].slice(-MAX_POINTS);
        this.view = data;
        this.failure = null;
      });
    } catch (error) {
      if (!control.signal.aborted)
        runInAction(() => {
          this.failure = error;
        });
    } finally {
      if (this.running === control) this.running = null;
    }
  };

  dispose(): void {
    this.running?.abort();
    this.running = null;
  }
}
