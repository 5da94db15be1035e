import type { FrameReply, Frames, HeardBody, HeardName, OrgId, PushedBody, PushedName, UserId } from '../../contract/index.ts';
import type { RequestContext } from '../context.ts';

/** Persons of one push: who has more of them pushes several times. */
export const MAX_PUSH_PERSONS = 1_000;

/**
 * Whom a frame is for, among those whose socket is open when it is delivered.
 * - `person`: all sockets of one account; `persons`: of these, in one row for all of them (at most `MAX_PUSH_PERSONS`).
 * - `organisation`: who works there at that moment; not who works below or above it. With `role`, of these who hold the role (its code) there.
 * - `all`: everybody of the installation, whatever their organisation.
 */
export type PushTarget =
  | { readonly person: UserId }
  | { readonly persons: readonly UserId[] }
  | { readonly organisation: OrgId; readonly role?: string }
  | 'all';

/** What pushes frames to open pages, on whichever server their sockets are. */
export interface SocketPort {
  /**
   * Leaves with the running transaction's commit and never when it rolls back; at once outside of one. Each server sends it once to each socket of the target
   * that it holds. A page whose connection is cut at that moment misses it and reads again when it is back (`onConnected`), so what must not be
   * missed is a row, and the frame says that it is there.
   * @param frames lists the frame; the plugin has handed the same to `hear`
   * @param body at most `MAX_PUSH_BYTES` (64 KiB) as JSON
   * @throws Error (a fault) when the frame is not the plugin's own, the body does not fit its schema or is too large, or the target names too many persons
   */
  push<F extends Frames, K extends PushedName<F>>(target: PushTarget, frames: F, frame: K, body: PushedBody<F, K>): Promise<void>;
}

export type FrameHandler<F extends Frames, K extends HeardName<F>, DB> = (
  body: HeardBody<F, K>,
  ctx: RequestContext<DB>,
) => Promise<FrameReply<F, K>> | FrameReply<F, K> | (FrameReply<F, K> extends undefined ? Promise<void> : never);

export type FrameHandlers<F extends Frames, DB> = { readonly [K in HeardName<F>]: FrameHandler<F, K, DB> };

/** Frames with a handler for each that is heard; made by `hear`. */
export interface Hearing {
  readonly frames: Frames;
  readonly handlers: Readonly<Record<string, (body: never, ctx: RequestContext<never>) => unknown>>;
}

/**
 * Binds handlers to frames; a missing or extra one does not compile. A handler runs as that of a route does: for the person of the socket with their
 * rights of that moment, in one transaction with its audit entry. What it throws is answered by the frame
 * `{ method: 'refused', frame, ref?, code, msg, extras }` to that socket. Frames of one socket are handled one after another.
 * A plugin that only pushes hands in its frames with `hears: {}` and no handlers.
 */
export function hear<DB>() {
  return <const F extends Frames>(frames: F, handlers: FrameHandlers<F, DB>): Hearing => ({ frames, handlers: handlers as unknown as Hearing['handlers'] });
}
