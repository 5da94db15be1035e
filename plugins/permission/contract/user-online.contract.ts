import { defineContract } from '@nephra/plugin-sdk/contract';

export const userOnlineContract = defineContract('permission-user-online', {});
