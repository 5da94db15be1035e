import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { isOutboundError, type OutboundFailure, type OutboundReply, type OutboundRequest } from '@nephra/plugin-sdk/server';
import { MAX_ANSWER } from '../../contract/limits.ts';
import type { ChatMessage, ModelAnswer, OfferedTool } from '../../domain/model/chat-messages.ts';
import type { AnswerOptions } from '../../domain/model/model-settings.ts';
import { ChatReader, chatBody, NotAnAnswer } from '../../domain/model/openai-shape.ts';
import { promptAnswer, promptBody } from '../../domain/model/prompt-shape.ts';
import type { ReadCtx } from '../tables/tables.ts';
import type { ModelInForce } from './model-in-force.ts';

/** Of an answer with all that a model wraps around its words. */
const MAX_BYTES = 4 * 1_048_576;
const OK = 200;
const TOO_MANY = 429;
const NO_KEY: readonly number[] = [401, 403];

export interface ModelCall {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly OfferedTool[];
  readonly options: AnswerOptions;
  readonly timeoutMs: number;
  /** Ends it: the connection to the model is hung up. */
  readonly signal: AbortSignal;
  /** All of the answer that has come so far, each time more has come. */
  readonly onText: (text: string) => void;
}

/** What stopped an answer before its end. `text` is what had come. */
export class Stopped extends Error {
  readonly text: string;
  constructor(text: string) {
    super('the answer was stopped');
    this.text = text;
  }
}

const FAILURES: Readonly<Record<OutboundFailure, string>> = {
  'not-allowed': 'not-listed',
  connect: 'model-unreachable',
  timeout: 'model-slow',
  aborted: 'model-failed',
  broken: 'model-failed',
  'too-large': 'model-failed',
};

const refusal = (key: string, host: string, cause?: unknown): AppError =>
  new AppError(`assistant.${key}`, { code: EnvelopeCode.Refused, params: { host }, ...(cause !== undefined && { cause }) });

function requestOf({ address, apiKey, modelName, shape }: ModelInForce, call: ModelCall): Pick<OutboundRequest, 'url' | 'method' | 'headers' | 'body'> {
  const headers = {
    'content-type': 'application/json',
    accept: call.options.stream ? 'text/event-stream, application/json' : 'application/json',
    ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }),
  };
  if (shape === 'prompt') return { url: address, method: 'POST', headers, body: JSON.stringify(promptBody(call.messages, call.options)) };
  const url = address.includes('/chat/completions') ? address : `${address}/chat/completions`;
  return { url, method: 'POST', headers, body: JSON.stringify(chatBody(modelName, call.messages, call.tools, call.options)) };
}

/**
 * Asks the model once. Nothing of its failures' bodies is told or logged: they may repeat what was sent.
 * @throws AppError `assistant.model-…`, `assistant.not-listed`; Stopped
 */
export async function callModel(ctx: ReadCtx, model: ModelInForce, call: ModelCall): Promise<ModelAnswer> {
  // What no header takes is no key.
  if (!/^[\x21-\x7e]*$/.test(model.apiKey)) throw refusal('model-no-key', model.host);
  const reader = new ChatReader(MAX_ANSWER);
  const decoder = new TextDecoder();
  const full = new AbortController();
  let failed: unknown;
  let shown = 0;
  const onPart = (part: Buffer, status: number): void => {
    if (status !== OK || failed !== undefined) return;
    try {
      reader.feed(decoder.decode(part, { stream: true }));
    } catch (error) {
      failed = error;
      full.abort();
      return;
    }
    if (reader.text.length > shown) call.onText(reader.text);
    shown = reader.text.length;
    // Somebody who never ends has said enough.
    if (reader.isFull) full.abort();
  };
  const reply = await send();
  if (reply === undefined) return { text: reader.text, cut: true, toolCalls: [], promptTokens: undefined, answerTokens: undefined };
  if (NO_KEY.includes(reply.status)) throw refusal('model-no-key', model.host);
  if (reply.status === TOO_MANY) throw refusal('model-busy', model.host);
  if (reply.status !== OK) throw refusal('model-failed', model.host);
  try {
    if (model.shape === 'prompt') return promptAnswer(reply.body.toString('utf8'), MAX_ANSWER);
    reader.feed(decoder.decode());
    return reader.end();
  } catch (error) {
    if (error instanceof NotAnAnswer) throw refusal('model-failed', model.host);
    throw error;
  }

  /** Nothing: the answer was cut off because it was long enough. */
  async function send(): Promise<OutboundReply | undefined> {
    const signal = AbortSignal.any([call.signal, full.signal]);
    try {
      return await ctx.outbound.send({
        ...requestOf(model, call),
        timeoutMs: call.timeoutMs,
        maxBytes: MAX_BYTES,
        signal,
        ...(model.shape === 'openai' && { onPart }),
      });
    } catch (error) {
      if (call.signal.aborted) throw new Stopped(reader.text);
      if (failed !== undefined) throw refusal('model-failed', model.host);
      if (full.signal.aborted) return undefined;
      if (isOutboundError(error)) throw refusal(FAILURES[error.failure], model.host);
      throw error;
    }
  }
}
