import { type HeardFrame, type Route, Type } from '@nephra/plugin-sdk/contract';
import type { Hearing } from '@nephra/plugin-sdk/server';
import type { BoundRoute, RouteOwner } from '../../http/pipeline/bound-route.ts';

/** The greeting of a socket, which many may hear. */
export const GREETING = 'OnConnection';

/** A frame with what answers it. It is answered like a call of a route, by the same pipeline. */
export interface BoundFrame {
  readonly method: string;
  /** Method of the frame that answers; empty when none does. */
  readonly reply: string;
  readonly background: boolean;
  readonly call: BoundRoute;
}

const NO_REPLY = Type.Unknown();

function routeOf(method: string, { summary, need, audit, body, reply }: HeardFrame, { pushes }: Hearing['frames']): Route {
  return {
    method: 'POST',
    path: `/${method}`,
    summary,
    need,
    audit,
    body,
    reply: (reply !== undefined && pushes[reply]?.body) || NO_REPLY,
    retry: 'never',
    retryReason: 'A frame has no key: what must be done once carries a name of its own in its body.',
  };
}

/** Binds the frames that a plugin hears. They were checked before (`checkFrames`). */
export function bindFrames(owner: RouteOwner, hearings: readonly Hearing[]): BoundFrame[] {
  return hearings.flatMap(({ frames, handlers }) =>
    Object.entries(frames.hears).map(([method, frame]): BoundFrame => {
      const handler = handlers[method] as (body: unknown, ctx: unknown) => unknown; // shapes were checked where the plugin was compiled
      return {
        method,
        reply: frame.reply ?? '',
        background: frame.background ?? false,
        call: {
          name: `${frames.name}.${method}`,
          route: routeOf(method, frame, frames),
          owner,
          // Greetings may wait for one another: on an engine with one connection nobody else's frame would be answered meanwhile.
          takesLate: true,
          handle: ({ body }, ctx) => (owner.running ? owner.running(() => handler(body, ctx)) : handler(body, ctx)),
        },
      };
    }),
  );
}
