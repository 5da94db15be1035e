import { implement } from '@nephra/plugin-sdk/server';
import { positionContract } from '../../contract/index.ts';
import type { PermissionDb } from '../permission-call.ts';

export const positionRoutes = implement<PermissionDb>()(positionContract, {});
