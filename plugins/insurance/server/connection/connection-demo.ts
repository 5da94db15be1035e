import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { ConnectionBody } from '../../contract/index.ts';
import type { ExchangeTables } from '../exchange-tables.ts';

/** The connections in the demo system's `insurance.json`; secrets are made up and stand there in the open. */
export interface ConnectionDemo {
  readonly connections?: readonly (Omit<ConnectionBody, 'version'> & { readonly orgId: string })[];
}

/** Fills the connections of the demo system. */
export async function loadConnectionDemo({ connections = [] }: ConnectionDemo, ctx: ServerContext<ExchangeTables>): Promise<void> {
  if (connections.length === 0) return;
  const rows = connections.map((one) => ({
    org_id: one.orgId,
    region: one.region,
    base_url: one.baseUrl,
    fixmedins_code: one.fixmedinsCode,
    fixmedins_name: one.fixmedinsName,
    mdtrtarea_admvs: one.mdtrtareaAdmvs,
    recer_sys_code: one.recerSysCode,
    infver: one.infver,
    field_values: JSON.stringify(one.values),
    field_secrets: JSON.stringify(Object.fromEntries(Object.entries(one.secrets).map(([key, secret]) => [key, ctx.secrets.seal(secret)]))),
    test_region: one.testRegion,
    simulated: one.simulated,
    enabled: one.enabled,
    quota_diseases: one.quotaDiseases ?? '',
    take_back_strangers: one.takeBackStrangers ?? false,
    version: 1,
    updated_at: ctx.clock.now(),
    updated_by: '',
  }));
  await ctx.db.insertInto('insurance.connection').values(rows).execute();
}
