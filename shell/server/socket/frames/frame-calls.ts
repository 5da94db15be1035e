import { EnvelopeCode, SESSION_ENDED_CODES } from '@nephra/plugin-sdk/contract';
import type { Log } from '@nephra/plugin-sdk/server';
import { CallScope } from '../../http/pipeline/call-scope.ts';
import type { Pipeline } from '../../http/pipeline/pipeline.ts';
import type { Outcome } from '../../http/reply/outcome.ts';
import { type TextSource, textFrom } from '../../i18n/texts.ts';
import type { BoundFrame } from './bound-frame.ts';
import type { Connection } from '../connection.ts';
import type { Frame } from './frame.ts';

const MAX_REF_LENGTH = 64;
const MAX_NAME_SHOWN = 100;

export interface FrameCallParts {
  readonly pipeline: Pipeline;
  /** Frames that running plugins hear, as they are now. */
  readonly heard: () => { readonly frames: ReadonlyMap<string, BoundFrame>; readonly greetings: readonly BoundFrame[] };
  readonly newId: () => string;
  readonly log: Log;
  readonly texts: TextSource;
}

/** What became of a frame: an answer, or none; or the sender's session is over. */
export type FrameAnswer = { readonly kind: 'answer'; readonly frame?: Frame } | { readonly kind: 'session-over'; readonly msg: string };

/** Answers frames through the pipeline of the routes. */
export class FrameCalls {
  readonly #parts: FrameCallParts;

  constructor(parts: FrameCallParts) {
    this.#parts = parts;
  }

  async answer(connection: Connection, frame: Frame): Promise<FrameAnswer> {
    const bound = this.#parts.heard().frames.get(frame.method);
    if (!bound) return { kind: 'answer', frame: this.#unknown(connection, frame) };
    const outcome = await this.#run(bound, connection, frame);
    if (outcome.kind === 'refused') {
      const { code, msg, extras } = outcome;
      // The code of a locked screen is among these, too: its session goes on.
      if (SESSION_ENDED_CODES.includes(code) && extras.error !== 'core.locked') return { kind: 'session-over', msg };
      return { kind: 'answer', frame: { method: 'refused', frame: frame.method, ...refOf(frame), code, msg, extras } };
    }
    const answer = replyOf(bound, frame, outcome);
    return { kind: 'answer', ...(answer && { frame: answer }) };
  }

  /** What plugins say to a socket that has just been greeted. Who may not hear it is not told so. */
  async *greet(connection: Connection, frame: Frame): AsyncGenerator<Frame> {
    for (const bound of this.#parts.heard().greetings) {
      const answer = replyOf(bound, frame, await this.#run(bound, connection, frame));
      if (answer && bound.reply) yield answer;
    }
  }

  async #run(bound: BoundFrame, connection: Connection, { method, token, ref: _ref, ...body }: Frame): Promise<Outcome> {
    const { pipeline, newId, log } = this.#parts;
    const { origin, language, gone } = connection;
    const call = new CallScope(
      {
        requestId: newId(),
        method: 'SOCKET',
        path: `/${method}`,
        ip: origin.ip,
        userAgent: origin.userAgent,
        origin: origin.origin,
        ownOrigin: origin.ownOrigin,
        authorization: '',
        fromThisComputer: false,
        idempotencyKey: '',
        takesBytes: false,
        takesLater: false,
        gone,
        log,
      },
      // Whoever sends it has saved a language: the session says which.
      { language, tag: '', chosen: false },
    );
    const attention = bound.background ? 'background' : 'person';
    return await pipeline.run(bound.call, { token: String(token), attention, params: {}, query: {}, body, receive: undefined }, call);
  }

  #unknown({ language }: Connection, frame: Frame): Frame {
    const name = frame.method.slice(0, MAX_NAME_SHOWN);
    const msg = textFrom([this.#parts.texts], language, 'errors.core.frame-unknown', { frame: name }) ?? '';
    return {
      method: 'refused',
      frame: name,
      ...refOf(frame),
      code: EnvelopeCode.NotFound,
      msg,
      extras: { error: 'core.frame-unknown', params: { frame: name } },
    };
  }
}

/** The sender's own name of a frame, by which it knows the answer. */
const refOf = ({ ref }: Frame): { readonly ref?: string } => (typeof ref === 'string' && ref.length <= MAX_REF_LENGTH ? { ref } : {});

function replyOf({ reply }: BoundFrame, frame: Frame, outcome: Outcome): Frame | undefined {
  if (outcome.kind !== 'data') return undefined;
  const ref = refOf(frame);
  if (reply) return { ...(outcome.data as object), method: reply, ...ref };
  return ref.ref === undefined ? undefined : { method: 'heard', ...ref };
}
