import { implement } from '@nephra/plugin-sdk/server';
import { departmentContract } from '../../contract/index.ts';
import type { PermissionDb } from '../permission-call.ts';
import { departmentsOf, oneDepartment } from './department.query.ts';
import { createDepartment, editDepartment, removeDepartment, toggleDepartment } from './save-department.command.ts';

export const departmentRoutes = implement<PermissionDb>()(departmentContract, {
  list: async ({ params, query }, ctx) => ({ list: await departmentsOf(ctx, params.id, query.keyword) }),
  one: ({ params }, ctx) => oneDepartment(ctx, params.id),
  create: ({ body }, ctx) => createDepartment(ctx, body),
  edit: ({ params, body }, ctx) => editDepartment(ctx, params.id, body),
  remove: ({ params }, ctx) => removeDepartment(ctx, params.id),
  state: ({ params }, ctx) => toggleDepartment(ctx, params.id),
});
