import type { OrgId } from '@nephra/plugin-sdk/contract';
import { DEFAULT_DIALYSIS_LIMITS, type DialysisLimits } from '../../contract/dialysis-limits.ts';
import { settings } from '../../contract/settings.ts';
import type { WorkCtx } from '../tables/tables.ts';

type Name = keyof DialysisLimits;
const NAMES = Object.keys(DEFAULT_DIALYSIS_LIMITS) as readonly Name[];
/** 0 on the page of settings says that nobody is alarmed. */
const OFF_AT_ZERO: ReadonlySet<Name> = new Set([
  'pulseLow',
  'pulseHigh',
  'temperatureHigh',
  'glucoseLow',
  'venousPressureHigh',
  'arterialPressureLow',
  'transmembranePressureHigh',
]);

const FLAGS: ReadonlySet<Name> = new Set(['hcvAntibodyApart', 'missingMarkersWait', 'consentBlocks']);

function limitOf(name: Name, value: number): number | boolean | null {
  if (FLAGS.has(name)) return value === 1;
  return value === 0 && OFF_AT_ZERO.has(name) ? null : value;
}

/** All of them are numbers of an organisation; the compiler does not follow a name that is a parameter. */
const readSetting = (ctx: WorkCtx, name: Name, orgId: OrgId): Promise<number> =>
  (ctx.setting as (of: typeof settings, name: string, orgId: OrgId) => Promise<unknown>)(settings, name, orgId) as Promise<number>;

/** Limits of a facility as they stand now. Each name is one look into the database: whoever needs few asks for these. */
export async function limitsOf<N extends Name>(ctx: WorkCtx, orgId: OrgId, names: readonly N[]): Promise<Pick<DialysisLimits, N>> {
  const entries: (readonly [Name, number | boolean | null])[] = [];
  for (const name of names) entries.push([name, limitOf(name, await readSetting(ctx, name, orgId))]);
  return Object.fromEntries(entries) as Pick<DialysisLimits, N>; // each name was asked for
}

export const allLimits = (ctx: WorkCtx, orgId: OrgId): Promise<DialysisLimits> => limitsOf(ctx, orgId, NAMES);

/** What zones and due tests are worked out by. */
export const INFECTION_LIMITS = [
  'serologyDays',
  'serologySoonDays',
  'serologyLateDays',
  'serologyTransientDays',
  'serologyNewDays',
  'observationDays',
  'syphilisTitre',
  'hcvAntibodyApart',
  'missingMarkersWait',
] as const satisfies readonly Name[];
export type InfectionLimits = Pick<DialysisLimits, (typeof INFECTION_LIMITS)[number]>;
