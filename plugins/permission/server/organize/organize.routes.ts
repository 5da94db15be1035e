import { implement } from '@nephra/plugin-sdk/server';
import { organizeContract } from '../../contract/index.ts';
import type { PermissionDb } from '../permission-call.ts';

export const organizeRoutes = implement<PermissionDb>()(organizeContract, {});
