import { implement } from '@nephra/plugin-sdk/server';
import { authorityContract } from '../../contract/index.ts';
import type { PermissionDb } from '../permission-call.ts';

export const authorityRoutes = implement<PermissionDb>()(authorityContract, {});
