import { implement } from '@nephra/plugin-sdk/server';
import { groupContract } from '../../contract/index.ts';
import type { PermissionDb } from '../permission-call.ts';

export const groupRoutes = implement<PermissionDb>()(groupContract, {});
