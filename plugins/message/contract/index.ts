/** The only door of this plugin for others. */
export { type ConversationCounts, conversationCounts, type UnreadConversation } from './conversation-counts.ts';
export { FEEDBACK_MENU, type FeedbackState } from './feedback/feedback-limits.ts';
export { type FeedbackRow, feedbackContract } from './feedback/feedback.contract.ts';
export { type Delivered, type Delivery, type MessageDelivery, messageDelivery } from './message-delivery.service.ts';
export { MESSAGE_PAGE, MessageType, NOTICE_MENU, NoticeState, type Urgency } from './message-limits.ts';
export { messageContract } from './message.contract.ts';
export { messageFrames, unreadConversation } from './message.frames.ts';
export type { MessageInfo, MessageLink, MessageRow, UnreadCounts } from './message.schema.ts';
export { type NoticeInfo, type NoticeReader, type NoticeRow, noticeContract } from './notice.contract.ts';
