import { defineContract } from '@nephra/plugin-sdk/contract';

export const organizeContract = defineContract('permission-organize', {});
