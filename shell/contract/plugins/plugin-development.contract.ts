import { defineContract, get, post, type Static, Type } from '@nephra/plugin-sdk/contract';
import { pluginLogLine } from './plugin-details.contract.ts';

/** What became of a plugin on a server of its vendor. */
export const developedPlugin = Type.Object({
  product: Type.Object({ sdk: Type.String(), mode: Type.String(), database: Type.String() }),
  /** Empty: registry.json does not name it. */
  state: Type.String(),
  /** English sentence; empty while it runs. */
  reason: Type.String(),
  /** `<version>-<hash>` of what runs now; empty: nothing does. */
  running: Type.String(),
  /** SHA-384 of the manifest that was found last; with it a vendor knows the own build again. Empty: none could be read. */
  foundIntegrity: Type.String(),
  runningIntegrity: Type.String(),
  /** Why registry.json is not in force as it stands; empty: it is. */
  fileError: Type.String(),
  revision: Type.String(),
  startedInMs: Type.Integer(),
  /** Of the log, oldest first, those behind `after`. */
  log: Type.Array(pluginLogLine),
  reports: Type.Array(Type.Object({ time: Type.Integer(), where: Type.String(), kind: Type.String(), message: Type.String() })),
  /** Menus that the server holds of it, and how many roles, positions and people were granted each. */
  menus: Type.Array(Type.Object({ enCode: Type.String(), grants: Type.Integer() })),
  /** Names in the ledger, in the order in which they were applied. */
  migrations: Type.Array(Type.String()),
  /** What it may call now. */
  mayCall: Type.Array(Type.String()),
  /** What it asks for that nobody decided about. */
  undecided: Type.Object({ privileges: Type.Array(Type.String()), outbound: Type.Array(Type.String()), jobs: Type.Array(Type.String()) }),
  /** What the server's process holds, so that one sees what stays after a plugin was switched off and on. */
  holds: Type.Object({
    heapBytes: Type.Integer(),
    /** Timers, sockets, files by kind. */
    resources: Type.Record(Type.String(), Type.Integer()),
    jobs: Type.Integer(),
    routes: Type.Integer(),
  }),
});
export type DevelopedPlugin = Static<typeof developedPlugin>;

const params = Type.Object({ id: Type.String({ maxLength: 64 }) });

/** For `nephra-plugin` on the computer of a vendor's own server: answered where PLUGIN_DEVELOPMENT=1, to programs on the same computer, with the header. */
export const pluginDevelopmentContract = defineContract('pluginDevelopment', {
  look: get('/api/registry/Development/Plugins/{id}', {
    summary: 'What became of a plugin that is being written. Answered where PLUGIN_DEVELOPMENT=1, to programs on this computer',
    need: 'public',
    audit: 'none',
    params,
    query: Type.Object({
      /** Number of the last line of the log that is known. */
      after: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000_000_000 })),
      /** Tidies the memory first, so that `heapBytes` is what is held. */
      weigh: Type.Optional(Type.Boolean()),
    }),
    reply: developedPlugin,
  }),
  reset: post('/api/registry/Development/Plugins/{id}/Actions/Reset', {
    summary: 'Drops the tables of a plugin that is being written and starts it anew. Answered where PLUGIN_DEVELOPMENT=1, to programs on this computer',
    need: 'public',
    audit: 'none',
    retry: 'natural',
    transaction: 'own',
    params,
    reply: Type.Object({ tables: Type.Array(Type.String()) }),
  }),
});
