/** Messages that arrive within this time are told of together. */
export const GROUP_MS = 1_500;

/** What arrived: the title of the last one, empty where it cannot be told, and how many there were. */
export interface Arrived {
  readonly title: string;
  readonly count: number;
  /** One of them is urgent. */
  readonly urgent: boolean;
}

/** Collects messages that arrive at about the same time, so that a hundred of them are one line on the screen and not a hundred. */
export class PushToasts {
  private arrived: Arrived | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private readonly show: (arrived: Arrived) => void;

  constructor(show: (arrived: Arrived) => void) {
    this.show = show;
  }

  add(title: string, urgent: boolean): void {
    this.arrived = { title, count: (this.arrived?.count ?? 0) + 1, urgent: urgent || (this.arrived?.urgent ?? false) };
    this.timer ??= setTimeout(() => this.flush(), GROUP_MS);
  }

  /** What still waits is not told any more. */
  dispose(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.arrived = null;
  }

  private flush(): void {
    const { arrived } = this;
    this.dispose();
    if (arrived) this.show(arrived);
  }
}
