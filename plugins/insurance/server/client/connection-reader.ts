import { AppError, EnvelopeCode, type OrgId, insuranceRegions, type RegionAdapter, type RegionConnection, withoutTrailing } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { InsuranceTables } from '../insurance-tables.ts';
import { type ConnectionStored, connectionTable } from '../tables/connection.table.ts';

type Ctx = ServerContext<InsuranceTables>;

export interface ReadyConnection {
  readonly connection: RegionConnection;
  readonly adapter: RegionAdapter;
  readonly simulated: boolean;
  readonly testRegion: boolean;
  /** Chronic diseases that the facility settles by a fixed quota: what is above it the hospital bears. */
  readonly quotaDiseases: readonly string[];
}

/** How a facility reaches its platform; undefined where nobody has said. */
export const connectionOf = (ctx: Pick<Ctx, 'db'>, orgId: OrgId): Promise<ConnectionStored | undefined> =>
  connectionTable.everywhere(ctx, 'of the facility that a message or its caller belongs to').where('row.orgId', '=', orgId).executeTakeFirst();

export const adapterOf = (ctx: Ctx, region: string): RegionAdapter | undefined =>
  ctx.extensions(insuranceRegions).find(({ value }) => value.code === region)?.value;

/** Codes out of a list as people type it. */
export const diseaseCodes = (list: string): string[] => list.split(/[\s,，、;；]+/).filter((code) => code !== '');

/** With its secrets in the open: never log it, never answer with it. */
export function openConnection(ctx: Ctx, row: ConnectionStored): RegionConnection {
  const { orgId, region, fixmedinsCode, fixmedinsName, mdtrtareaAdmvs, recerSysCode, infver, fieldValues, fieldSecrets } = row;
  const opened = Object.fromEntries(Object.entries(fieldSecrets).map(([key, sealed]) => [key, ctx.secrets.open(sealed)]));
  const facility = { orgId, region, fixmedinsCode, fixmedinsName, mdtrtareaAdmvs, recerSysCode, infver };
  return { ...facility, baseUrl: withoutTrailing(row.baseUrl, '/'), values: { ...fieldValues, ...opened } };
}

export const readyConnection = (ctx: Ctx, row: ConnectionStored, adapter: RegionAdapter): ReadyConnection => ({
  connection: openConnection(ctx, row),
  adapter,
  simulated: row.simulated,
  testRegion: row.testRegion,
  quotaDiseases: diseaseCodes(row.quotaDiseases),
});

/** How the facility reaches its platform. @throws AppError `insurance.not-connected`, `insurance.region-off` */
export async function readConnection(ctx: Ctx, orgId: OrgId): Promise<ReadyConnection> {
  const row = await connectionOf(ctx, orgId);
  if (!row?.enabled) throw new AppError('insurance.not-connected', { code: EnvelopeCode.Unavailable });
  const adapter = adapterOf(ctx, row.region);
  if (!adapter) throw new AppError('insurance.region-off', { code: EnvelopeCode.Unavailable, params: { region: row.region } });
  return readyConnection(ctx, row, adapter);
}
