import { implement } from '@nephra/plugin-sdk/server';
import { roleContract } from '../../contract/index.ts';
import type { PermissionDb } from '../permission-call.ts';

export const roleRoutes = implement<PermissionDb>()(roleContract, {});
