import { PluginUnavailable } from '../../views/plugin-unavailable.ts';
import type { Until } from '../wire/peer.ts';

/** How long a package is waited for, seconds. */
export interface PatienceSeconds {
  /** Calls, frames, events. */
  readonly call: number;
  /** Services: shorter, so that a caller who waits for one can still say whose it is. */
  readonly service: number;
  /** Calls whose answer is a file: what goes into it may be read for a while. */
  readonly file: number;
  readonly job: number;
}

export const patienceOf = (config: { readonly pluginCallSeconds: number; readonly pluginJobMinutes: number }): PatienceSeconds => ({
  call: config.pluginCallSeconds,
  service: config.pluginCallSeconds * 0.8,
  file: config.pluginCallSeconds * 10,
  job: config.pluginJobMinutes * 60,
});

/** A package was asked for something and has not answered in time. */
export class NotAnswered extends PluginUnavailable {
  readonly label: string;
  readonly seconds: number;
  /** The process itself waited for the server, for a connection that others kept, say: it is not to blame. */
  readonly isOwed: boolean;

  constructor(plugin: string, label: string, seconds: number, isOwed = false) {
    super(plugin, { key: 'apart-not-answered', params: { place: label, seconds } });
    this.label = label;
    this.seconds = seconds;
    this.isOwed = isOwed;
  }
}

/**
 * Waits so long, or until the caller of a read is gone. A write goes on without its caller, within its time: whoever sends it again finds what it did.
 * @param gone ends the waiting with its reason
 */
export const patience =
  (seconds: number, tooLong: () => NotAnswered, gone: AbortSignal | undefined): Until =>
  (cut) => {
    const timer = setTimeout(() => cut(tooLong()), seconds * 1_000);
    const left = (): void => cut(gone?.reason);
    if (gone?.aborted) left();
    gone?.addEventListener('abort', left, { once: true });
    return () => {
      clearTimeout(timer);
      gone?.removeEventListener('abort', left);
    };
  };
