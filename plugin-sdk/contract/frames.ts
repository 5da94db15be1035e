import type { Static, TSchema } from 'typebox';
import type { AuditClass, Need } from './route.ts';

// Types alone: what stands behind the contract's door is fetched before the sign-in.

/** Who may send a frame: every signed-in person, or holders of a permission. Nobody sends one without a session. */
export type FrameNeed = Exclude<Need, 'public'>;

/** A frame that the server hears. On the wire it is `{ method, token, ref?, …body }`, a JSON object of at most `SOCKET_FRAME_KB`. */
export interface HeardFrame<Body extends TSchema = TSchema> {
  readonly summary: string;
  readonly need: FrameNeed;
  readonly audit: AuditClass;
  /** An object; its members must not be called `method`, `token` or `ref`. */
  readonly body: Body;
  /** Name of the pushed frame that answers it, to the sender's socket alone. Left out: nothing is answered but `heard`, where a `ref` was sent. */
  readonly reply?: string;
  /** A page sends it by itself; it does not keep the session awake. */
  readonly background?: true;
}

/** A frame that the server sends. On the wire it is `{ method, …body }`. */
export interface PushedFrame<Body extends TSchema = TSchema> {
  readonly summary: string;
  /** An object; its members must not be called `method`, `token` or `ref`. */
  readonly body: Body;
}

/**
 * The frames of one subject, for both halves of a plugin; the names are those on the wire, and no two plugins may use the same:
 *
 *     export const chatFrames = { name: 'chat', hears: { … }, pushes: { … } } as const satisfies Frames;
 *
 * `OnConnection` is the one name that many may hear: the greeting of a socket, answered for each person who holds its `need`.
 */
export interface Frames {
  /** Stands before the frame's name in the audit log, `chat.SendMessage`. */
  readonly name: string;
  readonly hears: Readonly<Record<string, HeardFrame>>;
  readonly pushes: Readonly<Record<string, PushedFrame>>;
}

export type HeardName<F extends Frames> = keyof F['hears'] & string;
export type PushedName<F extends Frames> = keyof F['pushes'] & string;
export type HeardBody<F extends Frames, K extends HeardName<F>> = Static<F['hears'][K]['body']>;
export type PushedBody<F extends Frames, K extends PushedName<F>> = Static<F['pushes'][K]['body']>;
/** Body of the frame that answers this one; undefined where none does. */
export type FrameReply<F extends Frames, K extends HeardName<F>> = F['hears'][K] extends { readonly reply: infer R extends PushedName<F> }
  ? PushedBody<F, R>
  : undefined;
