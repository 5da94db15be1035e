import { implement } from '@nephra/plugin-sdk/server';
import { userOnlineContract } from '../../contract/index.ts';
import type { PermissionDb } from '../permission-call.ts';

export const userOnlineRoutes = implement<PermissionDb>()(userOnlineContract, {});
