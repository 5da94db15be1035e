import { nationalList, nationalMapping } from '../national-list.mjs';

/**
 * Which facility reaches which platform in the demo system: the simulator of tools/sim/insurance. Everything is invented, secrets too.
 * `npm start` runs the simulator on this port unless DEMO_INSURANCE_PORT names another one.
 */
export const SIMULATOR_PORT = 5090;

const REGIONS = {
  'org-gz': { region: 'guangdong', area: '440100', values: { paasid: 'SIM-GD' }, secrets: { secret: 'sim-guangdong-secret' } },
  'org-wh': { region: 'hubei', area: '420100', values: {}, secrets: {} },
  'org-nn': { region: 'guangxi', area: '450100', values: {}, secrets: {} },
};

/** One connection for each facility that has a region, and what such a facility has of the national list. */
export function buildInsurance({ organizations }, entries, port = SIMULATOR_PORT) {
  const connections = organizations
    .filter(({ id }) => REGIONS[id] !== undefined)
    .map(({ id, fullName, fixmedinsCode }) => {
      const { region, area, values, secrets } = REGIONS[id];
      return {
        orgId: id,
        region,
        baseUrl: `http://127.0.0.1:${port}/${region}`,
        fixmedinsCode,
        fixmedinsName: fullName,
        mdtrtareaAdmvs: area,
        recerSysCode: 'SIM',
        infver: 'V1.0',
        values,
        secrets,
        testRegion: true,
        simulated: true,
        enabled: true,
      };
    });
  return { connections, catalogue: nationalList(entries), mapping: nationalMapping(entries) };
}
