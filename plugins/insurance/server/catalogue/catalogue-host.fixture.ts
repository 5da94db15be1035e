import type { OrgId } from '@nephra/plugin-sdk/contract';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import chargingServer from '../../../charging/server/index.ts';
import patientServer from '../../../patient/server/index.ts';
import { catalogue } from '../../../catalogue/server/catalogue.fixture.ts';
import { patients } from '../../../prescription/server/prescription.fixture.ts';
import catalogueServer from '../../../catalogue/server/index.ts';
import prescriptionServer from '../../../prescription/server/index.ts';
import insuranceServer from '../index.ts';
import type { InsuranceTables } from '../insurance-tables.ts';

export const ORG = 'org-gz' as OrgId;
export const clerk = staff({ userId: 'user-clerk', userName: '医保员', roles: ['clerk'] });

const TABLES = [
  'catalogue_version',
  'catalogue_run',
  'national_item',
  'national_term',
  'list_entry',
  'list_link',
  'price_cap',
  'own_share',
  'facility_item',
  'facility_sync',
  'mapping',
  'connection',
];

/** A facility with entries of its own and nothing from the insurer. */
export async function hostCatalogue(): Promise<PluginHost> {
  const host = await hostPlugins({
    patient: patientServer,
    catalogue: catalogueServer,
    prescription: prescriptionServer,
    charging: chargingServer,
    insurance: insuranceServer,
  });
  await host.db.transaction(async () => {
    await patientServer.demo?.(patients, host.context('patient'));
    await catalogueServer.demo?.(catalogue, host.context('catalogue'));
  });
  return host;
}

export const emptyCatalogue = (host: PluginHost): Promise<unknown> =>
  host.db.script(`truncate ${TABLES.map((table) => `insurance.${table}`).join(', ')} cascade`);

/** What a handler that is called without its route is handed. */
export const callerOf = (host: PluginHost) => ({
  ...host.context<InsuranceTables>('insurance'),
  user: clerk,
  language: 'zh' as const,
  ip: '',
  can: () => true,
  dataScope: () => ({ kind: 'organisation' as const }),
  audit: () => undefined,
  message: () => undefined,
});
