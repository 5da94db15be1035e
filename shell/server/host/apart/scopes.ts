import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { CallContext } from '@nephra/plugin-sdk/server';
import { asPlugin } from '../guard/plugin-scope.ts';

/** A call while a package's process works on it: what that process asks for meanwhile runs in its surroundings, so in its transaction. */
export interface Scope {
  readonly id: number;
  readonly run: <T>(work: () => T) => T;
  /** Context of the call of a route or a frame. */
  readonly ctx?: CallContext<never>;
  /** A transaction runs there: what is asked for after its end must not run by itself. */
  readonly transaction: boolean;
  /** What it fails with, whatever is answered. */
  failure?: { readonly error: unknown };
}

const detached = new AsyncResource('nephra-apart');

/** Calls that are under way in one process, by number. */
export class Scopes {
  readonly #open = new Map<number, Scope>();
  #next = 1;

  open(transaction: boolean, ctx?: CallContext<never>): Scope {
    const scope: Scope = { id: this.#next++, run: AsyncLocalStorage.snapshot(), transaction, ...(ctx && { ctx }) };
    this.#open.set(scope.id, scope);
    return scope;
  }

  close({ id }: Scope): void {
    this.#open.delete(id);
  }

  find(id: unknown): Scope | undefined {
    return this.#open.get(Number(id));
  }

  clear(): void {
    this.#open.clear();
  }
}

/** Runs work of a plugin outside of every call and transaction. */
export const outsideOfCalls = <T>(pluginId: string, work: () => T): T => detached.runInAsyncScope(() => asPlugin(pluginId, work));
