import type { RegionAdapter } from '@nephra/plugin-sdk/contract';
import type { ConnectionRow, RegionRow } from '../../contract/index.ts';
import type { ConnectionRecord } from '../client/connection-reader.ts';

export const presentRegion = (adapter: RegionAdapter, pluginId: string): RegionRow => ({
  code: adapter.code,
  pluginId,
  title: { ...adapter.title },
  transport: adapter.transport,
  facilityPrefixes: [...adapter.facilityPrefixes],
  defaultBaseUrl: adapter.defaultBaseUrl,
  certTypes: [...adapter.rules.certTypes],
  fields: adapter.fields.map((field) => ({ ...field, title: { ...field.title }, hint: { ...field.hint } })),
});

export interface Standing {
  readonly orgName: string;
  readonly regionRunning: boolean;
  readonly addressAllowed: boolean;
}

/** Names of the secrets, never what they are. */
export const presentConnection = (row: ConnectionRecord, { orgName, regionRunning, addressAllowed }: Standing): ConnectionRow => ({
  orgId: row.org_id,
  orgName,
  region: row.region,
  regionRunning,
  baseUrl: row.base_url,
  addressAllowed,
  fixmedinsCode: row.fixmedins_code,
  fixmedinsName: row.fixmedins_name,
  mdtrtareaAdmvs: row.mdtrtarea_admvs,
  recerSysCode: row.recer_sys_code,
  infver: row.infver,
  values: row.field_values,
  secretsSet: Object.keys(row.field_secrets).sort(),
  testRegion: row.test_region,
  simulated: row.simulated,
  enabled: row.enabled,
  quotaDiseases: row.quota_diseases,
  takeBackStrangers: row.take_back_strangers,
  version: row.version,
});

/** A facility without a connection. */
export const noConnection = (orgId: string, orgName: string): ConnectionRow => ({
  orgId,
  orgName,
  region: '',
  regionRunning: false,
  baseUrl: '',
  addressAllowed: false,
  fixmedinsCode: '',
  fixmedinsName: '',
  mdtrtareaAdmvs: '',
  recerSysCode: '',
  infver: '',
  values: {},
  secretsSet: [],
  testRegion: false,
  simulated: false,
  enabled: false,
  quotaDiseases: '',
  takeBackStrangers: false,
  version: 0,
});
