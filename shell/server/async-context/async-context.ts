import { AsyncLocalStorage } from 'node:async_hooks';

/** The one storage of the server's process. On Node 20 each storage that was ever used is copied to every promise of the process, whoever makes it. */
const storage = new AsyncLocalStorage<ReadonlyMap<unknown, unknown>>();

/** What is known in the course of one work, however deep in it and however late: the transaction of a call, whose code runs, who is answered. */
export class AsyncContext<T> {
  /** Runs `work` with `value` known in its course; what else is known stays so. */
  run<R>(value: T, work: () => R): R {
    return storage.run(new Map(storage.getStore()).set(this, value), work);
  }

  /** Undefined outside of every `run`. */
  get(): T | undefined {
    return storage.getStore()?.get(this) as T | undefined; // set above alone
  }
}
