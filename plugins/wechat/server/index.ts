import { defineServerPlugin, extend, messageChannels, signInProviders } from '@nephra/plugin-sdk/server';
import { workConfigRoutes } from './config/work-config.routes.ts';
import { dingChannel } from './ding/ding.channel.ts';
import { dingConfigRoutes, thirdTestRoutes } from './ding/ding.routes.ts';
import { fillDemo } from './demo.ts';
import { forgetOldJob } from './forget-old.job.ts';
import { workChannel } from './message/work.channel.ts';
import migrations from './migrations';
import { workPeopleRoutes } from './people/work-people.routes.ts';
import { staffMessageRoutes } from './staff-message/staff-message.routes.ts';
import { publicPart } from './public/public.part.ts';
import { workSignIn } from './sign-in/work-sign-in.provider.ts';
import { syncPart } from './sync/sync.part.ts';
import type { WechatDb } from './tables/tables.ts';
import { dingSizes } from './tables/ding.table.ts';
import { staffMessageSizes } from './tables/staff-message.table.ts';
import { workSizes } from './tables/work.table.ts';

export default defineServerPlugin<WechatDb>({
  schema: 'wechat',
  migrations,
  tableSizes: { ...workSizes, ...dingSizes, ...staffMessageSizes },
  demo: fillDemo,
  implementations: [workConfigRoutes, workPeopleRoutes, staffMessageRoutes, dingConfigRoutes, thirdTestRoutes],
  extensions: [extend(signInProviders, workSignIn), extend(messageChannels, workChannel), extend(messageChannels, dingChannel)],
  jobs: [forgetOldJob],
  parts: [syncPart, publicPart],
});
