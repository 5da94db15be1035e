import type { RegionAdapter } from '@nephra/plugin-sdk/contract';
import type { ConnectionRow, RegionRow } from '../../contract/index.ts';
import type { ConnectionStored } from '../tables/connection.table.ts';

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
export function presentConnection(row: ConnectionStored, standing: Standing): ConnectionRow {
  const { fieldValues, fieldSecrets, updatedAt: _at, updatedBy: _by, ...shown } = row;
  return { ...shown, ...standing, values: fieldValues, secretsSet: Object.keys(fieldSecrets).sort() };
}

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
