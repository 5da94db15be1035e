import { DAY_MS, type OrgId } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { CheckLine } from '../../contract/index.ts';
import type { InsuranceTables } from '../insurance-tables.ts';

/** The national list changes about monthly. */
const OLD_DAYS = 35;
/** Without these nothing can be mapped or estimated. */
const NEEDED = ['1301', '1305', '1306'] as const;

/** Lines `catalogue` and `mapping` of the connection's checklist. Reads only. */
export async function catalogueChecks(ctx: Pick<ServerContext<InsuranceTables>, 'db' | 'clock'>, orgId: OrgId): Promise<CheckLine[]> {
  const [started, begun] = [ctx.clock.now().getTime(), ctx.clock.steady().getTime()];
  // rows: of the facility that is asked for; whoever asks works for it
  const versions = await ctx.db
    .selectFrom('insurance.catalogue_version')
    .select(['kind', 'checked_at'])
    .where('org_id', '=', orgId)
    .where('kind', 'in', [...NEEDED])
    .execute();
  const missing = NEEDED.filter((kind) => !versions.some((row) => row.kind === kind));
  const days = Math.max(0, ...versions.map((row) => Math.floor((started - row.checked_at.getTime()) / DAY_MS)));
  const ms = () => ctx.clock.steady().getTime() - begun;
  const catalogue: CheckLine =
    missing.length > 0
      ? { key: 'catalogue', verdict: 'fail', fix: 'download', params: { kinds: missing.join(', ') }, ms: ms() }
      : { key: 'catalogue', verdict: days > OLD_DAYS ? 'warn' : 'ok', fix: days > OLD_DAYS ? 'renew' : '', params: { days }, ms: ms() };
  // rows: of the facility that is asked for; whoever asks works for it
  const counted = await ctx.db
    .selectFrom('insurance.facility_item as f')
    .leftJoin('insurance.mapping as m', (join) => join.onRef('m.org_id', '=', 'f.org_id').onRef('m.drug_id', '=', 'f.drug_id').on('m.ended_at', 'is', null))
    .select(({ fn, eb }) => [fn.countAll<string>().as('total'), fn.sum<string>(eb.case().when('m.id', 'is', null).then(1).else(0).end()).as('unmapped')])
    .where('f.org_id', '=', orgId)
    .where('f.enabled', '=', true)
    .executeTakeFirst();
  const [total, unmapped] = [Number(counted?.total ?? 0), Number(counted?.unmapped ?? 0)];
  const mapping: CheckLine = {
    key: 'mapping',
    verdict: total === 0 ? 'skipped' : unmapped > 0 ? 'warn' : 'ok',
    fix: total === 0 ? 'open' : unmapped > 0 ? 'map' : '',
    params: { total, unmapped },
    ms: ms(),
  };
  return [catalogue, mapping];
}
