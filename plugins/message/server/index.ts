import { defineServerPlugin, messageSender, provide } from '@nephra/plugin-sdk/server';
import { messageDelivery } from '../contract/message-delivery.service.ts';
import { fillDemo } from './demo.ts';
import { feedbackPart } from './feedback/feedback.part.ts';
import { heldFiles } from './notice/held-files.ts';
import migrations from './migrations';
import { noticeRoutes } from './notice/notice.routes.ts';
import { attachedFiles } from './reader/attached-files.ts';
import { greeting } from './reader/greeting.socket.ts';
import { messageRoutes } from './reader/message.routes.ts';
import { deliveryIn } from './send/message-delivery.ts';
import { senderIn } from './send/message-sender.ts';
import { sendPart } from './send/send.part.ts';
import { type MessageDb, tableSizes } from './tables/tables.ts';
import { tidyMessagesJob } from './tidy-messages.job.ts';

export default defineServerPlugin<MessageDb>({
  schema: 'message',
  migrations,
  tableSizes,
  implementations: [messageRoutes, noticeRoutes],
  services: [provide(messageDelivery, deliveryIn), provide(messageSender, senderIn)],
  extensions: [attachedFiles, heldFiles],
  jobs: [tidyMessagesJob],
  sockets: [greeting],
  demo: fillDemo,
  parts: [sendPart, feedbackPart],
});
