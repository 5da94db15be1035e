import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { InsuranceTables } from '../insurance-tables.ts';
import type { Finding } from './check-connection.command.ts';

export interface CatalogueFacts {
  /** How old the newest download is. */
  readonly catalogue: Finding;
  /** How much of what the facility uses is mapped. */
  readonly mapping: Finding;
}

/** What the checklist says about catalogue and mapping of a facility; undefined while nobody can tell. */
export async function catalogueFacts(_ctx: ServerContext<InsuranceTables>, _orgId: string): Promise<CatalogueFacts | undefined> {
  return undefined;
}
