import { defineService, type OrgId, type TextByLanguage, type UserId } from '../../contract/index.ts';

/** `normal` 普通, `important` 重要, `urgent` 紧急. */
export type MessageUrgency = 'normal' | 'important' | 'urgent';

/**
 * Whom a message is for, as things stand when it is sent; people who are deleted or out of use get none.
 * - `persons`: these.
 * - `organisation`: who works there or below; with `roles` (codes) those of them who have one of these.
 * - `administrators`: system administrators, wherever they work.
 */
export type MessageReceivers =
  | { readonly persons: readonly UserId[] }
  | { readonly organisation: OrgId; readonly roles?: readonly string[] }
  | { readonly administrators: true };

/** Characters of `key`. */
export const MAX_MESSAGE_KEY = 160;

export interface MessageToSend {
  /** What kind of message it is, named by its plugin: `pharmacy.lowStock`. */
  readonly kind: string;
  /** `{name}` takes the parameter of that name. At most 200 characters when filled in. */
  readonly title: TextByLanguage;
  /** Plain text; at most 4,000 characters when filled in. No names of patients and no diagnoses: it may leave the product. */
  readonly text: TextByLanguage;
  readonly params?: Readonly<Record<string, string | number>>;
  /** Who is shown as its writer: `药房`. */
  readonly from: TextByLanguage;
  /** Together each person once. */
  readonly receivers: readonly MessageReceivers[];
  /** Default `normal`. */
  readonly urgency?: MessageUrgency;
  /** Page that it leads to by its enCode, and what that is asked for; shown as text to whoever may not open the page. */
  readonly link?: { readonly menu: string; readonly query: Readonly<Record<string, string>> };
  /**
   * Makes it once for all time: a second message with the same key is not sent, whatever it says. Begins with the id of its plugin, at most
   * `MAX_MESSAGE_KEY` characters: `pharmacy.lowStock/org-gz/drug-7/2026-03-02`.
   */
  readonly key: string;
}

export interface SentMessage {
  readonly id: string;
  /** False: one with this key was sent before. */
  readonly sent: boolean;
  /** People whom it reached in the product, of this call. */
  readonly receivers: number;
}

/**
 * Sends messages to people: `ctx.optionalService(messageSender)?.send({ … })`, so that nothing is sent where the plugin `message` is off. It belongs to the
 * running transaction: it is there with its commit and never after a rollback.
 */
export interface MessageSender {
  /** @throws AppError `message.malformed` (a fault of the sender) when a text or the key is too long or empty, or the key does not begin with the kind's plugin */
  send(message: MessageToSend): Promise<SentMessage>;
}

export const messageSender = defineService<MessageSender>('message.send@1');
