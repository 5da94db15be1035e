import { AppError, EnvelopeCode, type Language } from '@nephra/plugin-sdk/contract';
import { ReasonedRefusal } from '../../http/reply/reasoned-refusal.ts';
import { type Reason, sentence } from './reason.ts';

/** A route is known but its plugin cannot answer now. */
export class PluginUnavailable extends ReasonedRefusal {
  readonly reason: Reason;
  constructor(plugin: string, reason: Reason) {
    super('core.plugin-failed', { code: EnvelopeCode.Unavailable, params: { plugin } });
    this.reason = reason;
  }

  override reasonIn(language: Language): string {
    return sentence(this.reason, language);
  }
}

/** One that has crossed a package's process, which knows no sentences, is made anew. */
export function againUnavailable(error: unknown): unknown {
  if (!(error instanceof AppError) || error instanceof PluginUnavailable || error.key !== 'core.plugin-failed' || !('reason' in error)) return error;
  return new PluginUnavailable(String(error.params.plugin), error.reason as Reason);
}
