import { assistantFrames } from '../../contract/assistant-frames.ts';
import type { Ctx } from '../tables/tables.ts';

/** Between two frames of an answer: quick enough to read along, and four rows a second for the database. */
const EVERY_MS = 250;

/** Pushes an answer to its asker while it comes. What is missed comes with the reply, so a push that fails stops nothing. */
export class PartPusher {
  readonly #ctx: Ctx;
  readonly #askId: string;
  #shown = '';
  #pushed = 0;
  #order = 0;
  #lastAt = Number.NEGATIVE_INFINITY;
  #running: Promise<void> = Promise.resolve();

  constructor(ctx: Ctx, askId: string) {
    this.#ctx = ctx;
    this.#askId = askId;
  }

  /** All of the text that may be shown so far; it only grows. */
  show(text: string): void {
    this.#shown = text;
    const now = this.#ctx.clock.steady().getTime();
    if (now - this.#lastAt < EVERY_MS || this.#shown.length <= this.#pushed) return;
    this.#lastAt = now;
    const part = { askId: this.#askId, order: this.#order, text: this.#shown.slice(this.#pushed) };
    this.#pushed = this.#shown.length;
    this.#order += 1;
    this.#push(() => this.#ctx.socket.push({ person: this.#ctx.user.userId }, assistantFrames, 'assistantPart', part));
  }

  /** The model looks something up; what it says afterwards begins anew. */
  looksUp(title: string): void {
    this.#shown = '';
    this.#pushed = 0;
    this.#push(() => this.#ctx.socket.push({ person: this.#ctx.user.userId }, assistantFrames, 'assistantLooksUp', { askId: this.#askId, title }));
  }

  /** When all frames have left. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** One after another: frames leave in their order. */
  #push(work: () => Promise<void>): void {
    this.#running = this.#running.then(work).catch((error: unknown) => this.#ctx.log.warn({ err: error }, 'a part of an answer was not pushed'));
  }
}
