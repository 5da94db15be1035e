import type { EnvelopeCode, ErrorExtras, FrameReply, Frames, HeardBody, HeardName, PushedBody, PushedName } from '@nephra/plugin-sdk/contract';
import { ApiError, randomName, type WebContext } from '@nephra/plugin-sdk/web';
import { kitTextIn } from '../kit-text.ts';

/** The server's socket as one plugin's frames see it. What it hears outlives a lost connection: the shell opens the next one. */
export interface FrameSocket<F extends Frames> {
  /** Hears a pushed frame. @returns what ends it */
  on<K extends PushedName<F>>(frame: K, listener: (body: PushedBody<F, K>) => void): () => void;
  /**
   * Sends a frame and resolves when the server has handled it, with the body of its answer.
   * @throws ApiError what the server refused it with; `network` when there is no connection, or it was lost before the answer, and `timeout` after
   * 20 seconds: of these two nobody knows whether the frame was handled. Nothing is toasted.
   */
  send<K extends HeardName<F>>(frame: K, body: HeardBody<F, K>): Promise<FrameReply<F, K>>;
  /** Hears that the server knows this page again after its connection was cut, or for the first time: read now what may have been missed. @returns what ends it */
  onConnected(listener: () => void): () => void;
}

export const MAX_ANSWER_MS = 20_000;

type Wire = Readonly<Record<string, unknown>>;
type Channel = Pick<WebContext, 'onSocket' | 'sendSocket' | 'language'>;

/** Without the members that every frame has. */
const bodyOf = ({ method: _method, ref: _ref, ...body }: Wire): unknown => body;

const refusal = ({ code, msg, extras }: Wire): ApiError => {
  const { error = 'refused', fields } = (extras ?? {}) as Partial<ErrorExtras>;
  return new ApiError({ code: code as EnvelopeCode, error, message: String(msg), ...(fields && { fields }) });
};

/** The typed socket of a plugin; a store makes one, a component uses `useFrames`. */
export function frameSocket<const F extends Frames>(ctx: Channel, frames: F): FrameSocket<F> {
  const unanswered = (error: 'network' | 'timeout'): ApiError => new ApiError({ code: 0, error, message: kitTextIn(ctx.language)('offline') });

  return {
    on: (frame, listener) => ctx.onSocket(frame, (wire) => listener(bodyOf(wire) as never)),
    onConnected: (listener) => ctx.onSocket('greeted', () => listener()),
    send: <K extends HeardName<F>>(frame: K, body: HeardBody<F, K>) =>
      new Promise<FrameReply<F, K>>((resolve, reject) => {
        // act: pairs a frame with its answer on this connection; the server keeps nothing under it
        const ref = randomName();
        const heard = (method: string, settle: (wire: Wire) => void): (() => void) =>
          ctx.onSocket(method, (wire) => {
            if (wire.ref === ref) end(() => settle(wire));
          });
        const reply = frames.hears[frame]?.reply;
        const timer = setTimeout(() => end(() => reject(unanswered('timeout'))), MAX_ANSWER_MS);
        const leave = [
          reply === undefined ? heard('heard', () => resolve(undefined as never)) : heard(reply, (wire) => resolve(bodyOf(wire) as never)),
          heard('refused', (wire) => reject(refusal(wire))),
          // Another connection: its answer would have come on the one before.
          ctx.onSocket('greeted', () => end(() => reject(unanswered('network')))),
        ];
        const end = (settle: () => void): void => {
          clearTimeout(timer);
          for (const stop of leave) stop();
          settle();
        };
        if (!ctx.sendSocket({ ...(body as object), method: frame, ref })) end(() => reject(unanswered('network')));
      }),
  };
}
