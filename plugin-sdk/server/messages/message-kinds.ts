import { defineExtension, type TextByLanguage } from '../../contract/index.ts';
import type { ServerContext } from '../context.ts';
import { extend, type ExtensionProvider } from '../define-server-plugin.ts';
import type { MessageUrgency } from './message-sender.service.ts';

/** Channel of messages inside the product; every other one comes from `messageChannels`. */
export const IN_PRODUCT = 'product';

/** `open`: may be said outside of the product. `personal`: a name, a number or a diagnosis, which never leaves it. */
export type MessageParameter = 'open' | 'personal';

/** A kind of message that a plugin sends, so that people can say by which ways they want it and a site can word it. */
export interface MessageKind {
  /** As `MessageToSend.kind` says it, at most 50 characters: `pharmacy.lowStock`. Begins with the id of its plugin (`core` for the shell). */
  readonly code: string;
  /** What people call it; also the subject of what goes outside, so it names nobody. At most 60 characters. */
  readonly title: TextByLanguage;
  /** What a message of it has that says none itself; people see it where they choose their ways. */
  readonly urgency: MessageUrgency;
  /** Ways that it takes where neither its receiver nor the site chose others. In the product it is always sent by default. */
  readonly channels: readonly string[];
  /** True: in the product it is shown to every receiver, whatever they chose. */
  readonly required?: boolean;
  /** True: only system administrators get it, so that others are not asked how they want it. */
  readonly forAdministrators?: boolean;
  /** True: it is for patients, by those of its `channels` that reach patients; staff neither get it nor choose its ways. */
  readonly forPatients?: boolean;
  /** True: nobody is sent a message of it. Its template alone is used, for what goes to a person at once and by one way, such as codes; nobody chooses its ways. */
  readonly direct?: boolean;
  /** What `{name}` in texts may name: those of `MessageToSend.params`. */
  readonly params: Readonly<Record<string, MessageParameter>>;
  /**
   * What a mail, a text message or another channel says outside, at most 500 characters: `{name}` of open parameters alone. The texts of the message
   * itself, which may name people, stay in the product.
   */
  readonly outside: TextByLanguage;
}

/** Kinds of messages of all running plugins. */
export const messageKinds = defineExtension<MessageKind>('message.kinds@1', {
  code: 'text',
  title: 'title',
  urgency: 'text',
  channels: 'texts',
  params: 'object',
  outside: 'title',
});

/** For `extensions` of a server half: declares a kind of message. */
export const messageKind = <DB>(kind: MessageKind): ExtensionProvider<DB> => extend(messageKinds, (_ctx: ServerContext<DB>) => kind);
