import type { EndState, SentMessage } from '../../contract/assistant.contract.ts';
import { MAX_ANSWER, MAX_TOOL_CALLS, MAX_TOOL_ROUNDS } from '../../contract/limits.ts';
import { settings } from '../../contract/settings.ts';
import type { ChatMessage, ModelAnswer } from '../../domain/model/chat-messages.ts';
import type { AnswerOptions } from '../../domain/model/model-settings.ts';
import { storedText } from '../../domain/text/stored-text.ts';
import { estimateTokens } from '../../domain/usage/tokens.ts';
import { callModel, Stopped } from '../model/call-model.ts';
import type { ModelInForce } from '../model/model-in-force.ts';
import type { Ctx } from '../tables/tables.ts';
import type { PreparedAsk } from './prepare-ask.ts';
import type { PartPusher } from './push-parts.ts';
import { offeredTool, runTool, type Tool, type ToolResult, toolsFor } from './run-tools.ts';

/** What is known of a question at any moment: also when it fails it is told what went out and what it cost. */
export class Conversation {
  /** As it went out, with masks. */
  readonly sent: SentMessage[];
  readonly lookedUp: string[] = [];
  readonly records: ToolResult['record'][] = [];
  promptTokens = 0;
  answerTokens = 0;

  constructor(sent: readonly SentMessage[]) {
    this.sent = [...sent];
  }

  count(messages: readonly ChatMessage[], { promptTokens, answerTokens, text }: ModelAnswer): void {
    this.promptTokens += promptTokens ?? estimateTokens(messages.map(({ content }) => content).join('\n'));
    this.answerTokens += answerTokens ?? estimateTokens(text);
  }
}

export interface ConverseInput {
  readonly model: ModelInForce;
  readonly prepared: PreparedAsk;
  readonly options: AnswerOptions;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly pusher: PartPusher | undefined;
  readonly known: Conversation;
}

/**
 * Asks, lets the model look things up, and asks on, a few times at most. What comes back has names in place of masks.
 * @returns `cut`: the answer ends before its end
 * @throws AppError `assistant.model-…`
 */
export async function converse(ctx: Ctx, input: ConverseInput): Promise<{ readonly state: EndState; readonly answered: string }> {
  const { model, prepared, options, timeoutMs, signal, pusher, known } = input;
  const { masker } = prepared;
  const messages: ChatMessage[] = [...prepared.messages];
  const tools: readonly Tool[] = model.shape === 'openai' && (await ctx.setting(settings, 'toolsOn')) === 1 ? toolsFor(ctx) : [];
  const shown = (text: string): string => storedText(masker.unmask(text).slice(0, MAX_ANSWER));
  const onText = (text: string): void => pusher?.show(storedText(masker.unmaskGrowing(text).slice(0, MAX_ANSWER)));
  for (let round = 0; ; round += 1) {
    const offered = round < MAX_TOOL_ROUNDS ? tools : [];
    let answer: ModelAnswer;
    try {
      answer = await callModel(ctx, model, { messages, tools: offered.map(offeredTool), options, timeoutMs, signal, onText });
    } catch (error) {
      // What a model does not answer it was asked all the same, and somebody pays for it.
      known.count(messages, { text: error instanceof Stopped ? error.text : '', cut: false, toolCalls: [], promptTokens: undefined, answerTokens: undefined });
      if (error instanceof Stopped) return { state: 'stopped', answered: shown(error.text) };
      throw error;
    }
    known.count(messages, answer);
    if (answer.toolCalls.length === 0 || offered.length === 0) {
      const isCut = answer.cut || masker.unmask(answer.text).length > MAX_ANSWER;
      return { state: isCut ? 'cut' : 'done', answered: shown(answer.text) };
    }
    const calls = answer.toolCalls.slice(0, MAX_TOOL_CALLS);
    messages.push({ role: 'assistant', content: answer.text, toolCalls: calls });
    for (const call of calls) {
      const title = offered.find(({ value }) => value.name === call.name)?.value.title[ctx.language];
      if (title !== undefined) pusher?.looksUp(title);
      const result = await runTool(ctx, offered, masker, call, model.unmasked);
      messages.push({ role: 'tool', toolCallId: call.id, content: result.content });
      known.sent.push({ role: 'tool', content: result.masked });
      known.records.push(result.record);
      if (result.title !== '' && !known.lookedUp.includes(result.title)) known.lookedUp.push(result.title);
      if (signal.aborted) return { state: 'stopped', answered: '' };
    }
  }
}
