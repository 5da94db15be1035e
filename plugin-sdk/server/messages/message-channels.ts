import { defineExtension, type Language, type OrgId, type TextByLanguage, type UserId } from '../../contract/index.ts';
import type { MessageUrgency } from './message-sender.service.ts';

/** What goes to one person by one channel. Nothing in it names a patient: `subject` and `text` are what its kind says outside. */
export interface ChannelMessage {
  /** The same for every try, unlike that of any other message, at most 80 characters of `[0-9A-Za-z-]`: what a mail calls its Message-ID. */
  readonly id: string;
  /** Where to, as `addresses` answered a moment ago. */
  readonly address: string;
  readonly kind: string;
  readonly urgency: MessageUrgency;
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
  /** Open parameters, for channels whose other side keeps the wording (text messages). */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * What became of one try.
 * - `sent`: the other side took it.
 * - `later`: it certainly did not; another try may do. `channelDown`: nothing gets through at the moment, so others wait, too.
 * - `refused`: it certainly did not, and will not.
 * - `doubtful`: nobody knows. It is not tried again by itself unless the channel recognises what it got twice.
 */
export type ChannelResult =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'later'; readonly reason: string; readonly said?: string; readonly channelDown?: boolean }
  | { readonly outcome: 'refused' | 'doubtful'; readonly reason: string; readonly said?: string };

export interface ChannelLimits {
  /** Messages under way at the same time, over all servers. */
  readonly atOnce: number;
  /** Tries that begin within a minute, over all servers. */
  readonly perMinute: number;
}

/**
 * A way out of the product: mail, text message, a work account. Added by `extend(messageChannels, (ctx) => channel)`; the plugin `message` keeps
 * what waits in rows, and calls `send` outside of any transaction, with limits, pauses and quiet hours of its receivers.
 */
export interface MessageChannel {
  /** Unique, at most 20 letters: `mail`. */
  readonly code: string;
  readonly title: TextByLanguage;
  readonly limits: ChannelLimits;
  /**
   * True: the other side drops what comes twice under the same id, so that a doubtful try is simply made again. False, as for mail and text
   * messages: a try that was cut off between sending and noting stays doubtful, and a person decides.
   */
  readonly recognisesRepeats: boolean;
  /** Whether it is set up. Reads rows alone: it is asked within transactions. */
  ready(): Promise<boolean>;
  /** Whether it can say this kind of message, where it says approved wordings alone. Left out: every kind. Reads rows alone. */
  serves?(kind: string): Promise<boolean>;
  /** Addresses of these people; who has none is left out. Reads rows alone. */
  addresses(people: readonly UserId[]): Promise<ReadonlyMap<UserId, string>>;
  /**
   * Addresses of these patients of an organisation; who has none is left out. Reads rows alone. A channel that has it must let nothing of a message out that
   * tells whose it is or why: its `send` says so.
   */
  patientAddresses?(organisation: OrgId, patients: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** True: no member of staff has an address there, so nobody is asked whether they want it. */
  readonly patientsAlone?: boolean;
  /** One try. What it throws counts as doubtful. */
  send(message: ChannelMessage): Promise<ChannelResult>;
}

export const messageChannels = defineExtension<MessageChannel>('message.channel@1', {
  code: 'text',
  title: 'title',
  limits: { atOnce: 'number', perMinute: 'number' },
  recognisesRepeats: 'boolean',
  ready: 'function',
  addresses: 'function',
  send: 'function',
});
