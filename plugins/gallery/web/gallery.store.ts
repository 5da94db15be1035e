import { action, computed, makeObservable, observable } from 'mobx';
import { AREAS, type Area, type Entry, type ExampleState, STATES } from './entry.ts';

/** Which widget is shown, in which state, and what the search leaves. Knows no React. */
export class GalleryStore {
  keyword = '';
  selectedName: string;
  state: ExampleState;
  private readonly entries: readonly Entry[];
  private readonly textOf: (entry: Entry) => string;

  /** @param textOf what a search reads besides the name */
  constructor(entries: readonly Entry[], textOf: (entry: Entry) => string, first?: string) {
    this.entries = entries;
    this.textOf = textOf;
    this.selectedName = entries.find(({ name }) => name === first)?.name ?? entries[0]?.name ?? '';
    this.state = this.#firstState();
    makeObservable(this, {
      keyword: observable,
      selectedName: observable,
      state: observable,
      areas: computed,
      search: action,
      select: action,
      show: action,
    });
  }

  /** Areas with what the search leaves of each. */
  get areas(): readonly { readonly area: Area; readonly entries: readonly Entry[] }[] {
    const wanted = this.keyword.trim().toLowerCase();
    const left = this.entries.filter((entry) => `${entry.name} ${this.textOf(entry)}`.toLowerCase().includes(wanted));
    return AREAS.map((area) => ({ area, entries: left.filter((entry) => entry.area === area) })).filter(({ entries }) => entries.length > 0);
  }

  get selected(): Entry | undefined {
    return this.entries.find(({ name }) => name === this.selectedName);
  }

  /** States that the selected widget can show, in one order for all. */
  get states(): readonly ExampleState[] {
    return STATES.filter((state) => this.selected?.states[state] !== undefined);
  }

  search(keyword: string): void {
    this.keyword = keyword;
  }

  select(name: string): void {
    this.selectedName = name;
    this.state = this.#firstState();
  }

  /** Not each has a usual one. */
  #firstState(): ExampleState {
    return this.states[0] ?? 'usual';
  }

  show(state: ExampleState): void {
    this.state = state;
  }
}
