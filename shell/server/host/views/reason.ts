import type { Language, PluginState } from '@nephra/plugin-sdk/contract';
import { textFrom } from '../../i18n/texts.ts';
import { coreTexts } from '../../i18n/core-texts.ts';

/** Why a plugin is in its state; a sentence in the reader's language is made from it when somebody looks. */
export interface Reason {
  /** Key below `plugin` in the shell's texts. */
  readonly key: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** A plugin that cannot run: its state and why. */
export class PluginProblem extends Error {
  readonly state: Exclude<PluginState, 'active' | 'disabled'>;
  readonly reason: Reason;
  /** It went wrong before anything of the version before was touched: that one goes on. */
  leavesBefore = false;
  constructor(state: PluginProblem['state'], key: string, params?: Reason['params'], cause?: unknown) {
    super(sentence({ key, params }, 'en'), cause === undefined ? undefined : { cause });
    this.name = 'PluginProblem';
    this.state = state;
    this.reason = { key, params };
  }
}

/** @returns the sentence of a reason; a `place` that is empty is said in words */
export const sentence = ({ key, params }: Reason, language: Language): string => {
  const place = params?.place === '' ? textFrom([coreTexts], language, 'plugin.no-call') : undefined;
  return textFrom([coreTexts], language, `plugin.${key}`, place === undefined ? params : { ...params, place }) ?? key;
};

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);
