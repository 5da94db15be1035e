import { defineContract } from '@nephra/plugin-sdk/contract';

export const positionContract = defineContract('permission-position', {});
