import { hear } from '@nephra/plugin-sdk/server';
import { sessionFrames } from '../contract/session.frames.ts';
import type { SessionDb } from './tables/tables.ts';

/** Pushed only. */
export const sessionSocket = hear<SessionDb>()(sessionFrames, {});
