import { expect } from '@playwright/test';
import { type Caller, dataAs } from '../caller.ts';

/** Opens the control routes of the simulated insurance platform that `start-system.ts` started. */
const TOKEN = 'journeys';

const simulatorUrl = (): string => {
  const url = process.env.NEPHRA_SIMULATOR;
  if (!url) throw new Error('The journeys were started without the simulated insurance platform.');
  return url;
};

async function control(path: string, body?: unknown): Promise<void> {
  const answer = await fetch(`${simulatorUrl()}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-control-token': TOKEN },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
}

interface PlannedFault {
  readonly kind: string;
  /** All of them when absent. */
  readonly infno?: readonly string[];
  readonly when: 'before' | 'after';
  readonly count: number;
  /** Of a delay. */
  readonly ms?: number;
}

/** Something that goes wrong at the platform, as `tools/sim/insurance/README.md` names it. */
export const plannedFault = (fault: PlannedFault): Promise<void> => control('faults', [fault]);

/** From now on everything works again; what is being held up goes on. */
export async function platformRecovers(): Promise<void> {
  await control('faults/clear');
  await control('release');
}

interface Connection {
  readonly orgId: string;
  readonly orgName: string;
  readonly secretsSet: readonly string[];
  readonly regionRunning: boolean;
  readonly addressAllowed: boolean;
}

/** Lets the facility in Guangzhou reach this run's platform instead of the demo system's. */
export async function connectGuangzhou(admin: Caller, platform = simulatorUrl()): Promise<void> {
  const { list } = await dataAs<{ list: Connection[] }>(admin, 'GET', '/api/medins/connection');
  const found = list.find((row) => row.orgId === 'org-gz');
  if (!found) throw new Error('the facility in Guangzhou has no connection');
  const { orgId, orgName: _name, secretsSet: _secrets, regionRunning: _running, addressAllowed: _allowed, ...kept } = found;
  await dataAs(admin, 'PUT', `/api/medins/connection/${orgId}`, { ...kept, baseUrl: `${platform}/guangdong`, secrets: {} });
}
