import { defineContract } from '@nephra/plugin-sdk/contract';

export const roleContract = defineContract('permission-role', {});
