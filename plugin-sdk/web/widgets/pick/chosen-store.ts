import { action, makeObservable, observable, computed } from 'mobx';
import type { ChoiceNode, Picked } from './choice.ts';

/** What is chosen in an open picker, in the order of choosing. Knows no React. */
export class ChosenStore {
  private readonly chosen = observable.map<string, Picked>({}, { deep: false });
  private readonly multiple: boolean;

  constructor(multiple: boolean, initial: readonly Picked[]) {
    this.multiple = multiple;
    for (const picked of initial) this.chosen.set(picked.id, picked);
    makeObservable(this, { list: computed, toggle: action, remove: action, clear: action });
  }

  get list(): readonly Picked[] {
    return [...this.chosen.values()];
  }

  has(id: string): boolean {
    return this.chosen.has(id);
  }

  /** Of several: on and off. Of one: it takes the place of the one before. */
  toggle({ id, fullName, path = fullName }: Pick<ChoiceNode, 'id' | 'fullName' | 'path'>): void {
    if (this.multiple && this.chosen.delete(id)) return;
    if (!this.multiple) this.chosen.clear();
    this.chosen.set(id, { id, fullName: path });
  }

  remove(id: string): void {
    this.chosen.delete(id);
  }

  clear(): void {
    this.chosen.clear();
  }
}
