import type { MessageInfo, MessageLink } from '../../contract/message.schema.ts';
import { MESSAGE_PAGE } from '../../contract/message-limits.ts';
import { flowAddress } from './flow-config.ts';

/** What opening a message leads to: its dialog, an address of this product, or nothing. */
export type MessageTarget = { readonly kind: 'dialog' } | { readonly kind: 'address'; readonly address: string } | { readonly kind: 'nothing' };

/**
 * A notice is shown in the dialog; a message opens its page, or the workflow that its body names, and without a body nothing (spec 3-17, 5-26). To whoever
 * may not open the page its words are shown.
 * @param addressOf the page of a link for this reader; undefined when they may not open it
 */
export function messageTarget(
  { opens, bodyText, link }: Pick<MessageInfo, 'opens' | 'bodyText' | 'link'>,
  addressOf: (link: MessageLink) => string | undefined,
): MessageTarget {
  if (opens === 'flow' && bodyText !== '') return { kind: 'address', address: flowAddress(bodyText) };
  const address = opens === 'link' && link !== null ? addressOf(link) : undefined;
  if (address !== undefined) return { kind: 'address', address };
  return opens === 'dialog' || (opens === 'link' && bodyText !== '') ? { kind: 'dialog' } : { kind: 'nothing' };
}

/** The notice that a reminder asks its reader to open; undefined for any other message. */
export const reminderOf = ({ link }: Pick<MessageInfo, 'link'>): string | undefined => (link?.menu === MESSAGE_PAGE ? link.query.notice : undefined);
