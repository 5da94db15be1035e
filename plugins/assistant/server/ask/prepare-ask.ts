import type { SentMessage } from '../../contract/assistant.contract.ts';
import { MAX_CONTEXT } from '../../contract/limits.ts';
import { Masker } from '../../domain/mask/masker.ts';
import { type ChatMessage, type Exchange, recentExchanges, SYSTEM_PROMPT } from '../../domain/model/chat-messages.ts';
import type { ModelInForce } from '../model/model-in-force.ts';
import type { Ctx } from '../tables/tables.ts';
import { namesIn } from './names-in.ts';

/** A question as it goes out. */
export interface PreparedAsk {
  readonly masker: Masker;
  /** What is sent: without masks only to a local model that is allowed to see them. */
  readonly messages: readonly ChatMessage[];
  /** The same with masks, for records. */
  readonly masked: readonly SentMessage[];
}

/** Masks a question with the exchanges before it. Nothing is sent. */
export async function prepareAsk(ctx: Ctx, model: ModelInForce, earlier: readonly Exchange[], prompt: string): Promise<PreparedAsk> {
  const said = recentExchanges(earlier, MAX_CONTEXT).flatMap(({ asked, answered }): ChatMessage[] => [
    { role: 'user', content: asked },
    { role: 'assistant', content: answered },
  ]);
  const written: ChatMessage[] = [...said, { role: 'user', content: prompt }];
  const texts = written.map(({ content }) => content);
  const masker = new Masker(await namesIn(ctx, texts), texts);
  const rules: ChatMessage = { role: 'system', content: SYSTEM_PROMPT };
  const masked = [rules, ...written.map((message) => ({ ...message, content: masker.mask(message.content) }))];
  return { masker, messages: model.unmasked ? [rules, ...written] : masked, masked: masked.map(({ role, content }) => ({ role, content })) };
}
