import type { HttpPort } from '@nephra/plugin-sdk/web';
import { createClient } from '@nephra/plugin-sdk/web';
import { makeAutoObservable, runInAction } from 'mobx';
import { HOME_MODULE, type HomeCardView, homeContract, sessionContract } from '../../../contract/index.ts';

/** Whoever comes back to the page after this time gets new figures. */
const FRESH_MS = 60_000;

/** The cards of the start page, and how the person arranges them. */
export class HomeCardsStore {
  cards: readonly HomeCardView[] | null = null;
  error: unknown = null;
  arranging = false;
  saving = false;
  #readAt = Number.NEGATIVE_INFINITY;
  #turn = 0;
  readonly #http: HttpPort;

  constructor(http: HttpPort) {
    this.#http = http;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get shown(): readonly HomeCardView[] {
    return (this.cards ?? []).filter((card) => !card.hidden);
  }

  get putAway(): readonly HomeCardView[] {
    return (this.cards ?? []).filter((card) => card.hidden);
  }

  /** Reads everything in one call. While cards are being arranged nothing moves under the hand. */
  async load(): Promise<void> {
    if (this.arranging) return;
    this.#turn += 1;
    const turn = this.#turn;
    try {
      const { data } = await createClient(homeContract, this.#http).cards({}, { quiet: true, background: true });
      runInAction(() => {
        if (turn !== this.#turn || this.arranging) return;
        this.cards = data.list;
        this.error = null;
        this.#readAt = performance.now();
      });
    } catch (error) {
      runInAction(() => {
        if (turn === this.#turn) this.error = error;
      });
    }
  }

  /** The window is looked at again. */
  async look(): Promise<void> {
    if (performance.now() - this.#readAt >= FRESH_MS) await this.load();
  }

  arrange(): void {
    this.arranging = true;
  }

  /** One place to the front (-1) or to the back (1) among those that are shown. */
  move(id: string, by: -1 | 1): void {
    const shown = [...this.shown];
    const from = shown.findIndex((card) => card.id === id);
    const [card] = shown.splice(from, 1);
    if (from === -1 || !card) return;
    shown.splice(Math.max(0, from + by), 0, card);
    this.cards = [...shown, ...this.putAway];
  }

  toggle(id: string): void {
    this.cards = (this.cards ?? []).map((card) => (card.id === id ? { ...card, hidden: !card.hidden } : card));
  }

  /** Keeps the arrangement and reads what was hidden before. Stays open when it could not be kept. */
  async finish(): Promise<void> {
    this.saving = true;
    const fieldList = JSON.stringify([...this.shown, ...this.putAway].map(({ id, title, hidden }) => ({ prop: id, label: title, visible: !hidden })));
    try {
      await createClient(sessionContract, this.#http).saveColumnSettings({ body: { moduleId: HOME_MODULE, fieldList } });
      runInAction(() => {
        this.arranging = false;
      });
      await this.load();
    } catch {
      // The call itself told why; the arrangement is still on the screen.
    } finally {
      runInAction(() => {
        this.saving = false;
      });
    }
  }
}
