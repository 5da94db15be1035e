import { AppError, EnvelopeCode, type OrgId, insuranceRegions, type RegionAdapter, type RegionConnection, withoutTrailing } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { ConnectionContent, ExchangeTables } from '../exchange-tables.ts';

type Ctx = ServerContext<ExchangeTables>;

export interface ReadyConnection {
  readonly connection: RegionConnection;
  readonly adapter: RegionAdapter;
  readonly simulated: boolean;
  readonly testRegion: boolean;
  /** Chronic diseases that the facility settles by a fixed quota: what is above it the hospital bears. */
  readonly quotaDiseases: readonly string[];
}

export const CONNECTION_COLUMNS = [
  'org_id',
  'region',
  'base_url',
  'fixmedins_code',
  'fixmedins_name',
  'mdtrtarea_admvs',
  'recer_sys_code',
  'infver',
  'field_values',
  'field_secrets',
  'test_region',
  'simulated',
  'enabled',
  'quota_diseases',
  'take_back_strangers',
  'version',
] as const satisfies readonly (keyof ConnectionContent)[];
export type ConnectionRecord = Pick<ConnectionContent, (typeof CONNECTION_COLUMNS)[number]>;

export const adapterOf = (ctx: Ctx, region: string): RegionAdapter | undefined =>
  ctx.extensions(insuranceRegions).find(({ value }) => value.code === region)?.value;

/** Codes out of a list as people type it. */
export const diseaseCodes = (list: string): string[] => list.split(/[\s,，、;；]+/).filter((code) => code !== '');

/** With its secrets in the open: never log it, never answer with it. */
export const openConnection = (ctx: Ctx, row: ConnectionRecord): RegionConnection => ({
  orgId: row.org_id as OrgId,
  region: row.region,
  baseUrl: withoutTrailing(row.base_url, '/'),
  fixmedinsCode: row.fixmedins_code,
  fixmedinsName: row.fixmedins_name,
  mdtrtareaAdmvs: row.mdtrtarea_admvs,
  recerSysCode: row.recer_sys_code,
  infver: row.infver,
  values: { ...row.field_values, ...Object.fromEntries(Object.entries(row.field_secrets).map(([key, sealed]) => [key, ctx.secrets.open(sealed)])) },
});

export const readyConnection = (ctx: Ctx, row: ConnectionRecord, adapter: RegionAdapter): ReadyConnection => ({
  connection: openConnection(ctx, row),
  adapter,
  simulated: row.simulated,
  testRegion: row.test_region,
  quotaDiseases: diseaseCodes(row.quota_diseases),
});

/** How the facility reaches its platform. @throws AppError `insurance.not-connected`, `insurance.region-off` */
export async function readConnection(ctx: Ctx, orgId: OrgId): Promise<ReadyConnection> {
  const row = await ctx.db.selectFrom('insurance.connection').select(CONNECTION_COLUMNS).where('org_id', '=', orgId).executeTakeFirst();
  if (!row?.enabled) throw new AppError('insurance.not-connected', { code: EnvelopeCode.Unavailable });
  const adapter = adapterOf(ctx, row.region);
  if (!adapter) throw new AppError('insurance.region-off', { code: EnvelopeCode.Unavailable, params: { region: row.region } });
  return readyConnection(ctx, row, adapter);
}
