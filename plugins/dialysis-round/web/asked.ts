import type { createClient } from '@nephra/plugin-sdk/web';
import type { AskedForm } from '@nephra/plugin-sdk/widgets';
import type { dialysisFileContract } from '../../dialysis-file/contract/index.ts';
import type { orderContract, sessionContract } from '../../dialysis-session/contract/index.ts';
import type { roundContract } from '../contract/round.contract.ts';

/** What a form calls. */
export interface RoundClients {
  readonly round: ReturnType<typeof createClient<typeof roundContract.routes>>;
  readonly file: ReturnType<typeof createClient<typeof dialysisFileContract.routes>>;
  readonly session: ReturnType<typeof createClient<typeof sessionContract.routes>>;
  readonly order: ReturnType<typeof createClient<typeof orderContract.routes>>;
}

/** What a form asks, and what becomes of it. */
export type Asked<V extends object> = AskedForm<RoundClients, V>;
