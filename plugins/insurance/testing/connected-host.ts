import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { ServerPlugin } from '@nephra/plugin-sdk/server';
import { hostPlugins, type HostedPlugins, type PluginHost } from '../../../tests/support/processes/plugin-host.ts';
import type { ConnectionBody } from '../contract/index.ts';
import { loadConnectionDemo } from '../server/connection/connection-demo.ts';
import type { InsuranceTables } from '../server/insurance-tables.ts';
import insurance from '../server/index.ts';

/** Facilities of the demo system and their codes at the insurer. */
export const FACILITIES = {
  guangdong: { orgId: 'org-gz' as OrgId, fixmedinsCode: 'H44SIM000001', area: '440100' },
  hubei: { orgId: 'org-wh' as OrgId, fixmedinsCode: 'H42SIM000002', area: '420100' },
  guangxi: { orgId: 'org-nn' as OrgId, fixmedinsCode: 'H45SIM000003', area: '450100' },
} as const;
export type DemoRegion = keyof typeof FACILITIES;

/** Made up. */
export const SIM_SECRET = 'sim-guangdong-secret';

export const connectionTo = (region: DemoRegion, baseUrl: string, over: Partial<ConnectionBody> = {}): Omit<ConnectionBody, 'version'> & { orgId: string } => ({
  orgId: FACILITIES[region].orgId,
  region,
  baseUrl,
  fixmedinsCode: FACILITIES[region].fixmedinsCode,
  fixmedinsName: `模拟透析中心 ${region}`,
  mdtrtareaAdmvs: FACILITIES[region].area,
  recerSysCode: 'SIM',
  infver: 'V1.0',
  values: region === 'guangdong' ? { paasid: 'SIM-GD' } : {},
  secrets: region === 'guangdong' ? { secret: SIM_SECRET } : {},
  testRegion: true,
  simulated: true,
  enabled: true,
  ...over,
});

/** Hosts insurance with these site plugins (and whatever else), allows the addresses and writes the connections. */
export async function hostInsurance(
  others: Readonly<Record<string, ServerPlugin<never>>>,
  connections: readonly ReturnType<typeof connectionTo>[],
  start?: string,
): Promise<PluginHost> {
  const plugins: HostedPlugins = { insurance: insurance as HostedPlugins[string], ...others };
  const host = await hostPlugins(plugins, start);
  for (const { baseUrl } of connections) host.allowOutbound(new URL(baseUrl).origin);
  await host.db.transaction(() => loadConnectionDemo({ connections }, host.context<InsuranceTables>('insurance')));
  return host;
}
