import { defineService, type UserId } from '@nephra/plugin-sdk/contract';
import type { Urgency } from './message-limits.ts';
import type { MessageLink } from './message.schema.ts';

/** A message for persons, in the product. */
export interface Delivery {
  /** Each once, whatever the list says; people who are deleted or out of use get none. */
  readonly receivers: readonly UserId[];
  /** 2: of a plugin or a flow; 3: a private one. */
  readonly type: 2 | 3;
  readonly title: string;
  /** Plain text, shown with its line ends; of a flow message the JSON of its configuration. `''`: nothing is shown, and without `link` nothing opens. */
  readonly bodyText: string;
  readonly link?: MessageLink;
  readonly urgency?: Urgency;
  /** Who is shown as its writer. */
  readonly from: { readonly userId?: UserId; readonly name: string };
  /** Makes it once: a second one with the same key is not sent. At most `MAX_KEY` characters, beginning with the id of the plugin. */
  readonly key: string;
}

export interface Delivered {
  readonly id: string;
  /** False: there was one with this key already. */
  readonly sent: boolean;
  /** Persons it went to, of this call. */
  readonly receivers: number;
}

/** Messages in the product, for other parts of the server; within the running transaction. */
export interface MessageDelivery {
  deliver(message: Delivery): Promise<Delivered>;
}

export const messageDelivery = defineService<MessageDelivery>('message.delivery@1');
