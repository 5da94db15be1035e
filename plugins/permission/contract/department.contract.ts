import { defineContract } from '@nephra/plugin-sdk/contract';

export const departmentContract = defineContract('permission-department', {});
