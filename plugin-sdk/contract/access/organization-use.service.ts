import { defineService } from '../plugin/service.ts';

/** Offered by whoever keeps patients: an organisation that has some cannot be deleted. */
export interface OrganizationPatients {
  /** Patients of one organisation itself, whatever their state. */
  countOf(orgId: string): Promise<number>;
}
export const organizationPatients = defineService<OrganizationPatients>('organization.patients@1');
