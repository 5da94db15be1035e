import { defineService } from '../../contract/index.ts';
import type { ChannelResult } from './message-channels.ts';

/** A code that a person types in to prove that a mobile is theirs. */
export interface CodeToSend {
  readonly mobile: string;
  readonly code: string;
  /** Minutes that it counts. */
  readonly minutes: number;
  /** What the site calls itself. */
  readonly system: string;
  /** The provider gives it back with its reports. */
  readonly id: string;
}

/**
 * Codes by text message, for the shell: the plugin `message` sends them by the provider that it sends every text message by, in the wording of the message
 * template whose code is `CODE_KIND`.
 */
export interface CodeSender {
  /** Whether one would get out: provider, its address in the outbound list, and a wording that asks for nothing else. Reads rows alone. */
  ready(): Promise<boolean>;
  /** One try, outside of any transaction. Never rejects for what the provider says. */
  send(code: CodeToSend): Promise<ChannelResult>;
}

export const codeSender = defineService<CodeSender>('message.codes@1');

/** Kind of message whose template words codes; its parameters are `code`, `minutes` and `system`. */
export const CODE_KIND = 'core.mobileCode';
