import { defineExtension, type TextByLanguage } from '../../contract/index.ts';
import type { RequestContext, ServerContext } from '../context.ts';
import { type ExtensionProvider, extend } from '../define-server-plugin.ts';
import { contextOfReader, type HomeReader } from '../home-cards.ts';

/** One value that the model gives a tool. */
export interface ToolParameter {
  readonly type: 'string' | 'integer';
  /** English, for the model. */
  readonly description: string;
  /** The tool is not run without it. */
  readonly required?: true;
}

/** What the model gave, checked: members that the tool declares and no others, texts of at most `MAX_TOOL_TEXT` characters. */
export type ToolInput = Readonly<Record<string, string | number | undefined>>;

/** Text or plain data, at most `MAX_TOOL_ANSWER` characters as JSON; what is longer is cut off. */
export type ToolAnswer = string | { readonly [key: string]: ToolValue | undefined };
export type ToolValue = string | number | boolean | null | readonly ToolValue[] | { readonly [key: string]: ToolValue };

/** Characters of a text that the model hands to a tool. */
export const MAX_TOOL_TEXT = 200;
/** Characters of what a tool answers, as JSON. */
export const MAX_TOOL_ANSWER = 6_000;

/** Something that the assistant's model may look up. It reads and never writes. */
export interface AssistantTool {
  /** Small letters and underscores, unique among the tools of all plugins. */
  readonly name: string;
  /** What people read of it: "looked up: …". */
  readonly title: TextByLanguage;
  /** English, for the model: what it answers and when it helps. */
  readonly description: string;
  readonly parameters: Readonly<Record<string, ToolParameter>>;
  /** Permission code that whoever asks must hold; empty: everybody who is signed in. */
  readonly permission: string;
  readonly run: (reader: HomeReader, input: ToolInput) => Promise<ToolAnswer>;
}

/** Tools of the assistant, in the order of registry.json. */
export const assistantTools = defineExtension<AssistantTool>('assistant.tool@1', {
  name: 'text',
  title: 'title',
  description: 'text',
  parameters: 'object',
  permission: 'text',
  run: 'function',
});

/**
 * Adds a tool to the assistant.
 * @param tool.run gets the plugin's own context as in a call of the person who asks, so the same queries answer within the same rights; a refusal (`AppError`) is told to
 * the model as "not found or not allowed". What it answers is masked before it leaves the house, but leave persons out all the same: counts and pages are enough
 */
export const assistantTool = <DB>(
  tool: Omit<AssistantTool, 'run'> & { readonly run: (ctx: RequestContext<DB>, input: ToolInput) => Promise<ToolAnswer> },
): ExtensionProvider<DB> =>
  extend(assistantTools, (ctx: ServerContext<DB>) => ({ ...tool, run: (reader, input) => tool.run(contextOfReader(ctx, reader), input) }));

/** Knows persons by name, so that the assistant masks them. */
export interface PersonNames {
  /** Unique in its plugin. */
  readonly id: string;
  /**
   * @param candidates texts that stand in what is about to be sent, at most `MAX_NAME_CANDIDATES`
   * @returns those that are names of persons whom the asker may see; of others nothing is told, or a question would find out who is a patient elsewhere
   */
  readonly find: (reader: HomeReader, candidates: readonly string[]) => Promise<readonly string[]>;
}

/** Candidates of one question. */
export const MAX_NAME_CANDIDATES = 40_000;

export const personNamePoint = defineExtension<PersonNames>('assistant.person-names@1', { id: 'text', find: 'function' });

/** Adds the names of a plugin's persons to what the assistant masks. */
export const personNames = <DB>(
  names: Omit<PersonNames, 'find'> & { readonly find: (ctx: RequestContext<DB>, candidates: readonly string[]) => Promise<readonly string[]> },
): ExtensionProvider<DB> =>
  extend(personNamePoint, (ctx: ServerContext<DB>) => ({ ...names, find: (reader, candidates) => names.find(contextOfReader(ctx, reader), candidates) }));
