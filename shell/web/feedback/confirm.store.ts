import { makeAutoObservable, observableRef } from 'mobx';
import type { Question } from './feedback.port.ts';

interface Asked {
  readonly id: number;
  readonly question: Question;
  readonly answer: (yes: boolean) => void;
}

/** Questions that wait for an answer; the host shows the first, the rest wait their turn. */
export class ConfirmStore {
  waiting: readonly Asked[] = [];
  #count = 0;

  constructor() {
    makeAutoObservable(this, { waiting: observableRef }, { autoBind: true });
  }

  get current(): Asked | undefined {
    return this.waiting[0];
  }

  ask(question: Question): Promise<boolean> {
    return new Promise((resolve) => {
      this.#count += 1;
      this.waiting = [...this.waiting, { id: this.#count, question, answer: resolve }];
    });
  }

  answer(yes: boolean): void {
    const [first, ...rest] = this.waiting;
    this.waiting = rest;
    first?.answer(yes);
  }

  /** Session over: every open question is a no. */
  dismissAll(): void {
    while (this.waiting.length > 0) this.answer(false);
  }
}
