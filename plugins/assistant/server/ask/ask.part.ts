import { hear, type ServerPart } from '@nephra/plugin-sdk/server';
import { assistantFrames } from '../../contract/assistant-frames.ts';
import type { AssistantDb } from '../tables/tables.ts';
import { assistantRoutes } from './assistant.routes.ts';
import { runningAsks } from './running-asks.ts';

/** Questions, answers, and each person's own conversations. */
export const askPart: ServerPart<AssistantDb> = {
  name: 'ask',
  implementations: [assistantRoutes],
  sockets: [hear<AssistantDb>()(assistantFrames, {})],
  stop: async () => runningAsks.stopAll(),
};
