import type { ChatMessage, ModelAnswer } from './chat-messages.ts';
import type { AnswerOptions } from './model-settings.ts';
import { NotAnAnswer } from './openai-shape.ts';

const WHO = { system: '', user: '用户：', assistant: '助手：', tool: '资料：' } as const;

/** All messages as the one text that this shape takes. */
export function promptOf(messages: readonly ChatMessage[]): string {
  if (messages.length === 1) return messages[0]?.content ?? '';
  return [...messages.map(({ role, content }) => `${WHO[role]}${content}`), '助手：'].join('\n\n');
}

/** Body with the eight parameters of the specification (7.4). This shape answers at once. */
export const promptBody = (messages: readonly ChatMessage[], options: AnswerOptions): object => ({
  max_new_tokens: options.maxTokens,
  use_stream_chat: false,
  prompt: promptOf(messages),
  temperature: options.temperature,
  top_k: options.topK,
  top_p: options.topP,
  do_sample: options.sample,
  use_cache: options.cache,
});

/** Reads `{ code: 200, data: { response } }`. @throws NotAnAnswer */
export function promptAnswer(body: string, most: number): ModelAnswer {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new NotAnAnswer('the model sent no JSON');
  }
  const { code, data } = (value ?? {}) as { readonly code?: unknown; readonly data?: { readonly response?: unknown } | null };
  const response = data?.response;
  if (code !== 200 || typeof response !== 'string' || response === '') throw new NotAnAnswer('the model gave no answer');
  return { text: response.slice(0, most), cut: response.length > most, toolCalls: [], promptTokens: undefined, answerTokens: undefined };
}
