import { action, computed, makeObservable, observableRef, runInAction } from 'mobx';
import { ApiError, type CallOptions, type WebContext } from '../context.ts';
import { ACT_TEXTS } from './act-texts.ts';
import { contentText, KeyRing, type Sending } from './key-ring.ts';
import { randomName } from './random-name.ts';
import { verdictOf } from './outcome.ts';

/** What became of what was sent last. `refused`, `stale` and `unknown` carry what the call rejected with. */
export type ActState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused' | 'stale' | 'unknown'; readonly error: unknown };

/**
 * How a press ended. `joined`: the same act was under way already, and has ended. `held`: other content may have been stored, and the person wants to
 * look first; nothing was sent.
 */
export type ActEnd<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'refused' | 'stale' | 'unknown'; readonly error: unknown }
  | { readonly kind: 'joined' }
  | { readonly kind: 'held' };

/** Goes into the call: `client.receive({ body }, options)`, or `{ ...options, timeoutMs }`. */
export type ActCall = Required<Pick<CallOptions, 'idempotencyKey' | 'quiet'>>;

/** What an act uses of the shell; a store without one hands in `{}`. */
export interface ActHost extends Partial<Pick<WebContext, 'pluginId' | 'report' | 'confirm' | 'language'>> {
  /** Asks instead of `confirm`. */
  readonly mayReplace?: () => Promise<boolean>;
}

export interface ActOptions {
  /**
   * When what is sent differs from something whose outcome nobody knows. `ask` (default): the person is told and chooses to look first. `send`: it
   * goes out at once; right where the server refuses the second one by what it carries (version, fingerprint, sum), or where both do no harm.
   */
  readonly changed?: 'ask' | 'send';
  /** The shell shows failures; otherwise the page does, from `problem`. */
  readonly toasts?: boolean;
  /** Makes keys. Default: random ones. */
  readonly newKey?: () => string;
}

/** Asks whether to send although something else may have been stored. @returns whether to send */
export const askToSendOther = ({ confirm, language }: Pick<WebContext, 'confirm' | 'language'>): Promise<boolean> =>
  confirm({ title: ACT_TEXTS.title[language], content: ACT_TEXTS.ask[language], okText: ACT_TEXTS.send[language], danger: true });

/**
 * "This was sent, what became of it": one press of a person and its repetitions. The same content goes out under the same Idempotency-Key for as long
 * as nobody knows whether it was done, so that pressing again never does it twice; other content, and what follows an answer, gets a key of its own.
 * Knows no React; `state`, `busy`, `problem` and `unknown` can be observed. Why: `plugin-sdk/decisions/one-act-one-key.md`.
 *
 * ```ts
 * readonly charging = new Act(this.ctx, 'charge', { changed: 'send' });
 * charge = () => this.charging.run(body, (options) => this.client.selfPay({ params, body }, options), ({ data }) => this.show(data));
 * ```
 */
export class Act {
  state: ActState = { kind: 'idle' };
  private readonly host: ActHost;
  private readonly name: string;
  private readonly options: ActOptions;
  private readonly keys: KeyRing;
  private running: Promise<unknown> | null = null;
  /** The person chose to send although something may have been stored; asked again after the next unknown outcome. */
  private asked = false;
  private gone = false;

  /** @param name of the act, for fault reports: `charge` */
  constructor(host: ActHost, name: string, options: ActOptions = {}) {
    this.host = host;
    this.name = name;
    this.options = options;
    this.keys = new KeyRing(options.newKey ?? randomName);
    makeObservable(this, { state: observableRef, busy: computed, problem: computed, unknown: computed, forgive: action, forget: action });
  }

  /** It is under way. */
  get busy(): boolean {
    return this.state.kind === 'running';
  }

  /** Nobody knows whether what was sent last was done. */
  get unknown(): boolean {
    return this.state.kind === 'unknown';
  }

  /** What the last press failed with; null when it did not. */
  get problem(): unknown {
    return 'error' in this.state ? this.state.error : null;
  }

  /**
   * Sends. While an act is under way another press waits for it and sends nothing.
   * @param content all that makes this act this one: address parameters and body. Equal content is the same act
   * @param send the call, with the key in its options
   * @param done hears the answer, once; its own failure is reported and changes nothing of what was done
   * @returns how it ended; rejects only when `done` fails and there is nobody to report to
   */
  async run<Answer>(content: unknown, send: (options: ActCall) => Promise<Answer>, done?: (answer: Answer) => unknown): Promise<ActEnd<Answer>> {
    if (this.running) {
      await this.running.catch(() => undefined);
      return { kind: 'joined' };
    }
    const run = this.start(contentText(content), send, done);
    this.running = run;
    try {
      return await run;
    } finally {
      this.running = null;
    }
  }

  /** The message about the last press goes; its key stays. */
  forgive(): void {
    if (!this.busy) this.state = { kind: 'idle' };
  }

  /** Somebody has looked what became of it, or turned to something else: whatever is sent next is another act. */
  forget(): void {
    this.keys.clear();
    this.asked = false;
    this.forgive();
  }

  /** The page is gone: what is still under way goes on, and nobody is told how it failed. */
  dispose(): void {
    this.gone = true;
  }

  private async start<Answer>(text: string, send: (options: ActCall) => Promise<Answer>, done?: (answer: Answer) => unknown): Promise<ActEnd<Answer>> {
    if (this.mustAsk(text) && !(await this.askToReplace())) return { kind: 'held' };
    const sending = this.keys.take(text);
    this.show({ kind: 'running' });
    let answer: Answer;
    try {
      answer = await send({ idempotencyKey: sending.key, quiet: this.options.toasts !== true });
    } catch (error) {
      return this.fail(sending, error);
    }
    this.keys.done(sending);
    try {
      await done?.(answer);
    } catch (error) {
      if (!this.host.report) throw error;
      this.host.report(error, this.name);
    } finally {
      this.show({ kind: 'done' });
    }
    return { kind: 'done', answer };
  }

  private mustAsk(text: string): boolean {
    return this.options.changed !== 'send' && !this.asked && this.keys.hasUnsettled && !this.keys.isUnsettled(text);
  }

  private async askToReplace(): Promise<boolean> {
    const { confirm, language, mayReplace } = this.host;
    if (mayReplace) this.asked = await mayReplace();
    else this.asked = confirm === undefined || language === undefined || (await askToSendOther({ confirm, language }));
    return this.asked;
  }

  private fail(sending: Sending, error: unknown): { readonly kind: 'refused' | 'stale' | 'unknown'; readonly error: unknown } {
    const { pluginId, report } = this.host;
    const verdict = verdictOf(error, { pluginId, earlierUnknown: this.keys.isUnsettled(sending.text) });
    this.keys.failed(sending, verdict);
    if (verdict.state === 'unknown') this.asked = false;
    if (!this.gone && !(error instanceof ApiError)) report?.(error, this.name);
    const state = { kind: verdict.state, error } as const;
    if (!this.gone) this.show(state);
    return state;
  }

  private show(state: ActState): void {
    runInAction(() => {
      this.state = state;
    });
  }
}
