import { defineService } from '../../contract/index.ts';
import type { ChannelResult } from './message-channels.ts';
import type { SmsTemplateText } from './message-templates.service.ts';

/** One text message. */
export interface SmsToSend {
  /** Number of a mobile, with or without `+86`. */
  readonly mobile: string;
  readonly template: Omit<SmsTemplateText, 'content'>;
  /** By name; one that is missing is sent empty. */
  readonly params: Readonly<Record<string, string>>;
  /** The provider gives it back with its reports. */
  readonly id: string;
}

/**
 * Hands text messages to the provider that the page of configuration names (plugin `message`). The provider's address must stand in the list of
 * outbound addresses of the plugin `message` in registry.json.
 */
export interface SmsSending {
  /** Why none can be sent now: `not-set-up` (no key, secret or provider), `not-listed` (its address may not be called); undefined: they can. */
  obstacle(company: SmsTemplateText['company']): Promise<'not-set-up' | 'not-listed' | undefined>;
  /** Outside of any transaction. Never rejects for what the provider says. */
  send(message: SmsToSend): Promise<ChannelResult>;
}

export const smsSending = defineService<SmsSending>('message.sms@1');
