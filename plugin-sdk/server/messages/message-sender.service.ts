import { defineService, type OrgId, type TextByLanguage, type UserId } from '../../contract/index.ts';

/** `normal` 普通, `important` 重要, `urgent` 紧急. */
export type MessageUrgency = 'normal' | 'important' | 'urgent';

/**
 * Whom a message is for, as things stand when it is sent; people who are deleted or out of use get none.
 * - `persons`: these.
 * - `organisation`: who works there or below; with `roles` (codes) those of them who have one of these.
 * - `administrators`: system administrators, wherever they work.
 * - `patients`: files of this organisation, by channels of patients alone (`MessageChannel.patientAddresses`) and as far as the kind is one for patients
 *   (`MessageKind.forPatients`); nothing of it is shown in the product. At most 500 at once.
 */
export type MessageReceivers =
  | { readonly persons: readonly UserId[] }
  | { readonly organisation: OrgId; readonly roles?: readonly string[] }
  | { readonly administrators: true }
  | { readonly patients: readonly string[]; readonly organisation: OrgId };

/** Patients that one message names. */
export const MAX_MESSAGE_PATIENTS = 500;

/** Characters of `key`. */
export const MAX_MESSAGE_KEY = 160;

export interface MessageToSend {
  /** What kind of message it is, named by its plugin: `pharmacy.lowStock`. One that no running plugin declares (`messageKind`) stays in the product. */
  readonly kind: string;
  /** `{name}` takes the parameter of that name. At most 200 characters when filled in. */
  readonly title: TextByLanguage;
  /** Plain text; at most 4,000 characters when filled in. It stays in the product: outside goes what the kind says (`MessageKind.outside`). */
  readonly text: TextByLanguage;
  readonly params?: Readonly<Record<string, string | number>>;
  /** Who is shown as its writer: `药房`. */
  readonly from: TextByLanguage;
  /** Together each person once. */
  readonly receivers: readonly MessageReceivers[];
  /** Default: that of its kind, and `normal` where it has none. */
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
  /** Patients for whom it waits outside, of this call; the others have no address there. */
  readonly patients: number;
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
