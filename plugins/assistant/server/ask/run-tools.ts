import { isAppError } from '@nephra/plugin-sdk/contract';
import {
  answerWithin,
  type AssistantTool,
  assistantTools,
  type Extension,
  MAX_TOOL_ANSWER,
  MAX_TOOL_TEXT,
  sql,
  type ToolInput,
} from '@nephra/plugin-sdk/server';
import type { Masker } from '../../domain/mask/masker.ts';
import type { OfferedTool, ToolCall } from '../../domain/model/chat-messages.ts';
import { storedText } from '../../domain/text/stored-text.ts';
import type { Ctx } from '../tables/tables.ts';
import { namesIn } from './names-in.ts';
import { type LookedAt, readerOf } from './reader-of.ts';

const LIMIT_MS = 8_000;
/** What the model is told of a look-up that came to nothing; it is not told why. */
const NOTHING = 'not found or not allowed';

export type Tool = Extension<AssistantTool>;

/** Tools that the asker may use, in the order of registry.json; of two with one name the first. */
export function toolsFor(ctx: Ctx): readonly Tool[] {
  const held = ctx.extensions(assistantTools).filter(({ value }) => value.permission === '' || ctx.can(value.permission));
  return held.filter(({ value }, at) => held.findIndex((one) => one.value.name === value.name) === at);
}

export const offeredTool = ({ value: { name, description, parameters } }: Tool): OfferedTool => ({ name, description, parameters });

/** What one call of a tool came to. */
export interface ToolResult {
  readonly title: string;
  /** For the model, as it may see it. */
  readonly content: string;
  /** For records: with masks, whatever the model sees. */
  readonly masked: string;
  readonly record: { readonly tool: string; readonly input: string } & LookedAt;
}

function inputOf({ parameters }: AssistantTool, masker: Masker, written: string): ToolInput | undefined {
  let given: unknown;
  try {
    given = written === '' ? {} : JSON.parse(written);
  } catch {
    return undefined;
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const values: Record<string, string | number> = {};
  for (const [name, { type, required }] of Object.entries(parameters)) {
    const value: unknown = Object.hasOwn(given, name) ? (given as Record<string, unknown>)[name] : undefined;
    if (value === undefined || value === null || value === '') {
      if (required) return undefined;
    } else if (type === 'integer') {
      if (!Number.isSafeInteger(value)) return undefined;
      values[name] = value as number;
    } else {
      if (typeof value !== 'string' && typeof value !== 'number') return undefined;
      // The model knows masks alone; what they stand for is looked up with the asker's rights.
      values[name] = masker.unmask(String(value)).slice(0, MAX_TOOL_TEXT);
    }
  }
  return values;
}

/** Looks something up for the model: with the rights of the asker, in a transaction that the database itself keeps from writing. Never throws for what a tool does. */
export async function runTool(ctx: Ctx, tools: readonly Tool[], masker: Masker, call: ToolCall, unmasked: boolean): Promise<ToolResult> {
  const tool = tools.find(({ value }) => value.name === call.name);
  const nothing = { title: '', content: NOTHING, masked: NOTHING, record: { tool: tool?.value.name ?? 'unknown', input: '' } };
  const input = tool && inputOf(tool.value, masker, call.arguments);
  if (!tool || !input) return nothing;
  let noted: LookedAt = {};
  const reader = readerOf(ctx, (entry) => {
    noted = { ...noted, ...entry };
  });
  const record = () => ({ tool: tool.value.name, input: masker.mask(storedText(JSON.stringify(input))), ...noted });
  const title = tool.value.title[ctx.language];
  try {
    const answer = await ctx.transaction(async () => {
      await sql`set transaction read only`.execute(ctx.db);
      return await answerWithin(tool.value.run(reader, input), LIMIT_MS);
    });
    const text = storedText((typeof answer === 'string' ? answer : JSON.stringify(answer)).slice(0, MAX_TOOL_ANSWER));
    masker.know(await namesIn(ctx, [text]));
    const masked = masker.mask(text);
    return { title, content: unmasked ? text : masked, masked, record: record() };
  } catch (error) {
    if (isAppError(error) && error.key === 'assistant.names-unknown') throw error;
    if (!isAppError(error)) ctx.log.warn({ err: error, plugin: tool.pluginId, tool: tool.value.name }, 'a tool of the assistant failed');
    return { ...nothing, title, record: record() };
  }
}
