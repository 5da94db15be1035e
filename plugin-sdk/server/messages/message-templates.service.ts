import { defineService } from '../../contract/index.ts';
import type { MessageUrgency } from './message-sender.service.ts';

/** Providers of text messages by the numbers of the platform: 1 Ali Cloud, 2 Tencent Cloud. */
export type SmsCompany = '1' | '2';

/** A text message as its provider approved it. */
export interface SmsTemplateText {
  readonly company: SmsCompany;
  /** Number that the provider gave it. */
  readonly templateId: string;
  /** Of Tencent Cloud; else empty. */
  readonly appId: string;
  readonly signName: string;
  /** With parameters, `{name}`. */
  readonly content: string;
  /** Names of its parameters in their order. */
  readonly params: readonly string[];
}

/** What a site says in place of a kind's own words. */
export interface MessageTemplateText {
  readonly title: string;
  readonly content: string;
  /** How urgent it is outside: what goes first, and what quiet hours hold back. */
  readonly urgency: MessageUrgency;
  /** Codes of channels that it goes by, `product` among them where it is shown in the product. */
  readonly channels: readonly string[];
  /** Set where it goes as a text message. */
  readonly sms: SmsTemplateText | undefined;
}

/** Templates that administrators keep (plugin `system`). Their texts are checked against the parameters of the kind when they are saved. */
export interface MessageTemplates {
  /** The one in use whose code is that of the kind. */
  ofKind(kind: string): Promise<MessageTemplateText | undefined>;
}

export const messageTemplates = defineService<MessageTemplates>('system.message-templates@1');
