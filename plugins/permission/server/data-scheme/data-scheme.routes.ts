import { implement } from '@nephra/plugin-sdk/server';
import { dataSchemeContract } from '../../contract/index.ts';
import type { PermissionDb } from '../permission-call.ts';

export const dataSchemeRoutes = implement<PermissionDb>()(dataSchemeContract, {});
