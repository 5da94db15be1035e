import { defineExtension, type Language, type OrgId, type Static, type UserId } from '@nephra/plugin-sdk/contract';
import type { unreadConversation } from './message.frames.ts';

export type UnreadConversation = Static<typeof unreadConversation>;

/** What a plugin with conversations tells of their unread messages. */
export interface ConversationCounts {
  /** Asked with every connection of a socket, within the transaction of the greeting. What it throws is left out of the answer. */
  unreadOf(person: { readonly userId: UserId; readonly orgId: OrgId; readonly language: Language }): Promise<readonly UnreadConversation[]>;
}

/** `unreadNums` of `initMessage`, put together from all that running plugins add. */
export const conversationCounts = defineExtension<ConversationCounts>('message.conversation-counts@1', { unreadOf: 'function' });
