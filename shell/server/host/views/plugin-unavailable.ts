import { EnvelopeCode, type Language } from '@nephra/plugin-sdk/contract';
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
