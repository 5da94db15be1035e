import type { GrantObjectType } from '../../contract/authority.schema.ts';

/** Address of the authorise page with one object chosen. */
export const authorizePath = (objectType: GrantObjectType, id: string): string => `/permission/authorize?objectType=${objectType}&id=${encodeURIComponent(id)}`;
