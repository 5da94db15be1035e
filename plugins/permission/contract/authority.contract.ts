import { defineContract } from '@nephra/plugin-sdk/contract';

export const authorityContract = defineContract('permission-authority', {});
