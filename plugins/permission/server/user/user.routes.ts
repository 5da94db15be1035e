import { implement } from '@nephra/plugin-sdk/server';
import { userContract } from '../../contract/index.ts';
import type { PermissionDb } from '../permission-call.ts';

export const userRoutes = implement<PermissionDb>()(userContract, {});
