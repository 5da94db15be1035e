import { defineContract } from '@nephra/plugin-sdk/contract';

export const groupContract = defineContract('permission-group', {});
