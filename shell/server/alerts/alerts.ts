import type { TextByLanguage } from '@nephra/plugin-sdk/contract';

/** Something that system administrators must hear of. */
export interface Alert {
  readonly kind: 'jobFailed' | 'accountLocked' | 'pluginFailed';
  /** What it concerns, by its id: a second one of the day about the same is not told again. */
  readonly subject: string;
  /** What people call it. */
  readonly name: TextByLanguage;
}

/** Where the shell says what went wrong; whoever tells people listens. Raising one never fails and never waits. */
export class Alerts {
  readonly #listeners = new Set<(alert: Alert) => void>();

  listen(listener: (alert: Alert) => void): void {
    this.#listeners.add(listener);
  }

  raise(alert: Alert): void {
    for (const listener of this.#listeners) listener(alert);
  }
}
