import type { TurnView } from '../../contract/assistant.contract.ts';

/** A question as the panel shows it. */
export interface ShownTurn {
  /** Of the page; the same before and after the answer. */
  readonly key: string;
  /** Id on the server; empty until the answer is there. */
  readonly turnId: string;
  readonly asked: string;
  readonly answered: string;
  readonly state: 'running' | 'done' | 'cut' | 'stopped' | 'failed';
  readonly lookedUp: readonly string[];
}

const STATES = ['running', 'done', 'cut', 'stopped'] as const;

export const turnShown = ({ id, askId, state, asked, answered, lookedUp }: TurnView): ShownTurn => ({
  key: askId,
  turnId: id,
  asked,
  answered,
  state: STATES.find((one) => one === state) ?? 'failed',
  lookedUp,
});

/** Parts of an answer as they come, in their order whatever order they came in. */
export class AnswerParts {
  readonly #parts = new Map<number, string>();

  add(order: number, text: string): void {
    this.#parts.set(order, text);
  }

  /** All up to the first one that is missing. */
  get text(): string {
    let text = '';
    for (let order = 0; this.#parts.has(order); order += 1) text += this.#parts.get(order) ?? '';
    return text;
  }
}
