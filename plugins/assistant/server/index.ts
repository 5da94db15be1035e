import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import { askPart } from './ask/ask.part.ts';
import { fillDemo } from './demo.ts';
import { forgetJob } from './history/forget.job.ts';
import migrations from './migrations';
import { type AssistantDb, tableSizes } from './tables/tables.ts';
import { usageRoutes } from './usage/usage.routes.ts';

export default defineServerPlugin<AssistantDb>({
  schema: 'assistant',
  migrations,
  tableSizes,
  demo: fillDemo,
  implementations: [usageRoutes],
  jobs: [forgetJob],
  parts: [askPart],
});
