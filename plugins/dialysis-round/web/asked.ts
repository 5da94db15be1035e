import type { createClient } from '@nephra/plugin-sdk/web';
import type { FormItem, FormStore, SaveAct } from '@nephra/plugin-sdk/widgets';
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
export interface Asked<V extends object> {
  readonly title: string;
  readonly fields: () => FormItem<V>[];
  readonly initial: V;
  /** Calls the server; a refusal stands in the dialog. */
  readonly save: (clients: RoundClients, values: V, options: SaveAct & { readonly quiet: true }) => Promise<{ readonly msg: string }>;
  readonly width?: number;
  readonly saveText?: string;
}

/** A form that is open, with the types of its values closed in. */
export interface Dialog {
  readonly form: FormStore<object>;
  readonly asked: Asked<object>;
}
