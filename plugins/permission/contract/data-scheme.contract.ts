import { defineContract } from '@nephra/plugin-sdk/contract';

export const dataSchemeContract = defineContract('permission-data-scheme', {});
