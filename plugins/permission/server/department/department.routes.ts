import { implement } from '@nephra/plugin-sdk/server';
import { departmentContract } from '../../contract/index.ts';
import type { PermissionDb } from '../permission-call.ts';

export const departmentRoutes = implement<PermissionDb>()(departmentContract, {});
