import { defineService, type OrgId } from '../../contract/index.ts';

/** What organisations are called, for whoever prints or lists them. */
export interface OrganizationNames {
  /** Full names by id; organisations that do not exist are absent. */
  of(orgIds: readonly OrgId[]): Promise<ReadonlyMap<OrgId, string>>;
}

/** Offered by the shell to every plugin. */
export const organizationNames = defineService<OrganizationNames>('core.organization-names@1');
