import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import { chatRoutes } from './chat.routes.ts';
import { chatSocket } from './chat.socket.ts';
import { chatUnreadCounts } from './conversation/unread-counts.ts';
import { fillDemo } from './demo.ts';
import { chatFileHolder } from './file/file-holder.ts';
import { chatFileReader } from './file/file-reader.ts';
import { groupRoutes } from './group/group.routes.ts';
import migrations from './migrations';
import { forgetMessages } from './retention/forget-messages.job.ts';
import { type ChatDb, tableSizes } from './tables/tables.ts';

export default defineServerPlugin<ChatDb>({
  schema: 'chat',
  migrations,
  tableSizes,
  demo: fillDemo,
  implementations: [chatRoutes, groupRoutes],
  sockets: [chatSocket],
  extensions: [chatUnreadCounts, chatFileReader, chatFileHolder],
  jobs: [forgetMessages],
});
