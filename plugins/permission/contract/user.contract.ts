import { defineContract } from '@nephra/plugin-sdk/contract';

export const userContract = defineContract('permission-user', {});
