import { AsyncResource } from 'node:async_hooks';
import type { CodeSender, Log } from '@nephra/plugin-sdk/server';
import type { SmsSender } from './sms-sender.ts';

export interface CodeMessage {
  readonly mobile: string;
  readonly code: string;
  readonly minutes: number;
  readonly system: string;
  /** What the shell's own sender says; a provider keeps its own wording. */
  readonly sentence: string;
}

export interface CodeMessageParts {
  /** What sends codes at this moment; undefined while no plugin does. */
  readonly plugin: () => CodeSender | undefined;
  /** Of the setting SMS_SENDER, or a site's own; undefined where there is none. */
  readonly own: SmsSender | undefined;
  readonly afterCommit: (work: () => void) => void;
  readonly newId: () => string;
  readonly log: Log;
}

/**
 * Codes by text message: by the plugin that sends all text messages where one does and is set up, else by the shell's own sender. Never by both.
 * What a plugin sends leaves after the commit, and nobody waits for the provider: how long an answer takes would tell whether a number is known here.
 */
export class CodeMessages {
  readonly #parts: CodeMessageParts;
  readonly #detached = new AsyncResource('nephra-codes');

  constructor(parts: CodeMessageParts) {
    this.#parts = parts;
  }

  /** Whether a code would go out now. */
  async ready(): Promise<boolean> {
    return (await this.#plugin()) !== undefined || this.#parts.own !== undefined;
  }

  /** Sends it within the running transaction, or after its commit. What a provider refuses is on the log: the person asks for another code. */
  async send({ sentence, ...code }: CodeMessage): Promise<void> {
    const plugin = await this.#plugin();
    if (!plugin) return await this.#parts.own?.send({ mobile: code.mobile, text: sentence });
    const { afterCommit, log, newId } = this.#parts;
    const id = newId();
    const sending = async (): Promise<void> => {
      const result = await plugin.send({ ...code, id });
      if (result.outcome !== 'sent') log.warn({ outcome: result.outcome, reason: result.reason, message: id }, 'a code did not go out as a text message');
    };
    afterCommit(() => {
      void this.#detached.runInAsyncScope(sending).catch((error: unknown) => log.error({ err: error }, 'a code did not go out as a text message'));
    });
  }

  async #plugin(): Promise<CodeSender | undefined> {
    const plugin = this.#parts.plugin();
    return plugin && (await plugin.ready()) ? plugin : undefined;
  }
}
