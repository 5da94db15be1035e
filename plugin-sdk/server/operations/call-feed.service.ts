import { defineService } from '../../contract/index.ts';

/** A call below `/api` that was answered. Parameters, queries and bodies are left out: what people look for is a patient's name. */
export interface FinishedCall {
  readonly at: Date;
  readonly requestId: string;
  /** `core` or the id of a plugin; empty where no route was found. */
  readonly pluginId: string;
  /** Name of the route, `charge.create`; empty where none was found. */
  readonly route: string;
  readonly method: string;
  /** Template of the route, `/api/his/patient/{id}`; `/api/(unknown)` where none was found. */
  readonly path: string;
  /** Code of the envelope, 200 for files. */
  readonly code: number;
  readonly milliseconds: number;
  /** Whether a page asked by itself. */
  readonly background: boolean;
  /** Empty where nobody is known, as are the next two. */
  readonly userId: string;
  readonly userName: string;
  readonly orgId: string;
  readonly ip: string;
  /** Browser and system, `Chrome 126 · Windows`. */
  readonly platform: string;
}

/** An error, or worse, in the structured log. Values that a database complained about are not in it. */
export interface LoggedProblem {
  readonly at: Date;
  /** `core` or the id of a plugin. */
  readonly pluginId: string;
  /** Route, job or event in which it happened; empty where the log does not say. */
  readonly place: string;
  /** Call in which it happened; empty outside of calls. */
  readonly requestId: string;
  readonly message: string;
  /** JSON text of the error: type, message, stack, code; empty where the log has none. */
  readonly error: string;
}

/**
 * What this server does, as it happens. Listeners are called while an answer leaves, so they put things aside and return.
 * Offered by the shell to plugins with the privilege `operations`.
 */
export interface CallFeed {
  /** @returns ends it */
  onCall(heard: (call: FinishedCall) => void): () => void;
  /** @returns ends it */
  onProblem(heard: (problem: LoggedProblem) => void): () => void;
}
export const callFeed = defineService<CallFeed>('core.call-feed@1');
