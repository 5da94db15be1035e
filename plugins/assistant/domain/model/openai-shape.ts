import type { AnswerOptions } from './model-settings.ts';
import type { ChatMessage, ModelAnswer, OfferedTool, ToolCall } from './chat-messages.ts';

const messageOf = (message: ChatMessage): object => {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  if (message.role !== 'assistant' || !message.toolCalls?.length) return { role: message.role, content: message.content };
  const calls = message.toolCalls.map(({ id, name, arguments: given }) => ({ id, type: 'function', function: { name, arguments: given } }));
  return { role: 'assistant', content: message.content, tool_calls: calls };
};

const toolOf = ({ name, description, parameters }: OfferedTool): object => ({
  type: 'function',
  function: {
    name,
    description,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(parameters).map(([key, one]) => [key, { type: one.type, description: one.description }])),
      required: Object.entries(parameters).flatMap(([key, { required }]) => (required ? [key] : [])),
    },
  },
});

/** Body of `POST {address}/chat/completions`. Not sampling is a temperature of 0; `top_k` and `use_cache` have no member there. */
export function chatBody(modelName: string, messages: readonly ChatMessage[], tools: readonly OfferedTool[], options: AnswerOptions): object {
  return {
    model: modelName,
    messages: messages.map(messageOf),
    max_tokens: options.maxTokens,
    temperature: options.sample ? options.temperature : 0,
    top_p: options.topP,
    ...(tools.length > 0 && { tools: tools.map(toolOf) }),
    ...(options.stream ? { stream: true, stream_options: { include_usage: true } } : { stream: false }),
  };
}

interface WireCall {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown };
}
interface WireContent {
  readonly content?: unknown;
  readonly tool_calls?: unknown;
}
interface Wire {
  readonly error?: unknown;
  readonly choices?: readonly { readonly delta?: WireContent; readonly message?: WireContent; readonly finish_reason?: unknown }[];
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown } | null;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const countOf = (value: unknown): number | undefined => (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined);

/** Why a model says that it ends where it does, when it was not at its end. */
const CUT: readonly string[] = ['length', 'content_filter'];

/** What a model sends is no answer of this shape. */
export class NotAnAnswer extends Error {}

function parsed(text: string): Wire {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Wire;
  } catch {
    // Told below: the text may hold anything and is not repeated.
  }
  throw new NotAnAnswer('the model sent something that is no JSON object');
}

/** Longest line of a stream: a model that never ends a line is no model. */
const MAX_LINE = 262_144;

/** Puts an answer together, from a stream (`data: {…}` lines) or from one JSON object, whichever comes. */
export class ChatReader {
  readonly #most: number;
  #rest = '';
  #streamed = false;
  #text = '';
  /** Why it ended, in the model's word; a stream may say only that it did. */
  #ended = '';
  readonly #calls = new Map<number, { id: string; name: string; arguments: string }>();
  #promptTokens: number | undefined;
  #answerTokens: number | undefined;

  /** @param most characters of the answer that are kept */
  constructor(most: number) {
    this.#most = most;
  }

  /** What has come of the answer. */
  get text(): string {
    return this.#text;
  }

  get isFull(): boolean {
    return this.#text.length >= this.#most;
  }

  /** More of the body. @throws NotAnAnswer */
  feed(part: string): void {
    this.#rest += part;
    for (let end = this.#rest.indexOf('\n'); end >= 0; end = this.#rest.indexOf('\n')) {
      const line = this.#rest.slice(0, end).trim();
      // One JSON object may be written over many lines: then the first line is no line of a stream.
      if (!this.#streamed && line !== '' && !isStreamLine(line)) return;
      this.#rest = this.#rest.slice(end + 1);
      this.#line(line);
    }
    if (this.#streamed && this.#rest.length > MAX_LINE) throw new NotAnAnswer('a line of the stream is too long');
  }

  /** The body has ended. @throws NotAnAnswer when nothing in it was an answer */
  end(): ModelAnswer {
    const last = this.#rest.trim();
    this.#rest = '';
    if (last !== '') {
      if (this.#streamed || isStreamLine(last)) this.#line(last);
      else this.#take(parsed(last));
    }
    const toolCalls = [...this.#calls].sort(([a], [b]) => a - b).map(([, call]): ToolCall => call);
    if (this.#text === '' && toolCalls.length === 0) throw new NotAnAnswer('the model said nothing');
    return { text: this.#text, cut: this.#isCut, toolCalls, promptTokens: this.#promptTokens, answerTokens: this.#answerTokens };
  }

  /** A stream without any word of its end was cut on its way, or its model gave up. */
  get #isCut(): boolean {
    return this.isFull || CUT.includes(this.#ended) || (this.#streamed && this.#ended === '');
  }

  #line(line: string): void {
    if (!line.startsWith('data:')) return;
    this.#streamed = true;
    const data = line.slice('data:'.length).trim();
    if (data === '[DONE]') this.#ended ||= 'done';
    else if (data !== '') this.#take(parsed(data));
  }

  #take({ error, choices, usage }: Wire): void {
    if (error !== undefined && error !== null) throw new NotAnAnswer('the model answered with an error');
    this.#promptTokens = countOf(usage?.prompt_tokens) ?? this.#promptTokens;
    this.#answerTokens = countOf(usage?.completion_tokens) ?? this.#answerTokens;
    const first = Array.isArray(choices) ? choices[0] : undefined;
    this.#ended = textOf(first?.finish_reason) || this.#ended;
    const content = first?.delta ?? first?.message;
    if (typeof content !== 'object' || content === null) return;
    this.#text = (this.#text + textOf(content.content)).slice(0, this.#most);
    const calls = Array.isArray(content.tool_calls) ? (content.tool_calls as readonly WireCall[]) : [];
    for (const [at, call] of calls.entries()) this.#takeCall(countOf(call?.index) ?? at, call);
  }

  #takeCall(index: number, call: WireCall): void {
    const known = this.#calls.get(index) ?? { id: '', name: '', arguments: '' };
    const given = textOf(call?.function?.arguments);
    if (known.arguments.length + given.length > MAX_LINE || this.#calls.size > 50) throw new NotAnAnswer('the model calls too much');
    this.#calls.set(index, {
      id: known.id || textOf(call?.id) || `call-${index}`,
      name: known.name || textOf(call?.function?.name),
      arguments: known.arguments + given,
    });
  }
}

const isStreamLine = (line: string): boolean => /^(?:data|event|id|retry)?:/.test(line);
