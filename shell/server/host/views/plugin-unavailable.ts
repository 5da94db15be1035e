import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { Reason } from './reason.ts';

/** A route is known but its plugin cannot answer now; the sentence is made in the caller's language. */
export class PluginUnavailable extends AppError {
  readonly reason: Reason;
  constructor(plugin: string, reason: Reason) {
    super('core.plugin-failed', { code: EnvelopeCode.Unavailable, params: { plugin } });
    this.reason = reason;
  }
}
