import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { Reason } from './reason.ts';

/** A route is known but its plugin is off (no reason) or failed; the sentence is made in the caller's language. */
export class PluginUnavailable extends AppError {
  readonly reason: Reason | undefined;
  constructor(plugin: string, reason: Reason | undefined) {
    super(reason ? 'core.plugin-failed' : 'core.plugin-disabled', { code: reason ? EnvelopeCode.Unavailable : EnvelopeCode.NotFound, params: { plugin } });
    this.reason = reason;
  }
}
