import type { EventToken, ExtensionToken, ServiceToken } from '../contract/index.ts';
import type { ServerContext } from './context.ts';
import type { DataModel } from './data-rights/data-model.ts';
import { dataRows, dataRowsOf } from './data-rights/data-rows.service.ts';
import type { Implementation } from './implement.ts';
import type { Job } from './jobs/job.ts';
import { mergeParts, type ServerPart } from './parts/merge-parts.ts';
import { offerRecords } from './record/relation/offer-records.ts';
import type { Hearing } from './socket/socket.ts';
import type { TableSizes } from './database/table-sizes.ts';

export interface Migration {
  /** `0001-dispensing`; applied in this order, forward only, each in one transaction, refused when edited later. */
  readonly name: string;
  readonly sql: string;
}

export interface ServiceProvider<DB> {
  readonly token: ServiceToken<unknown>;
  readonly create: (ctx: ServerContext<DB>) => unknown;
}

export interface ExtensionProvider<DB> {
  readonly token: ExtensionToken<unknown>;
  readonly create: (ctx: ServerContext<DB>) => unknown;
}

export interface EventSubscriber<DB> {
  readonly token: EventToken<unknown>;
  readonly handle: (payload: never, ctx: ServerContext<DB>) => Promise<void>;
}

/** Something that must hold between rows at any moment, looked at each night. */
export interface Invariant {
  /** What holds, as a short English sentence; it names the rule. */
  readonly name: string;
  /** The same for readers of Chinese. */
  readonly zh: string;
  readonly zhtw: string;
  /** One column: ids of the rows at fault. No row, no fault. */
  readonly sql: string;
  /** Table with `id` and `org_id` that these ids belong to; findings are told by facility. */
  readonly rowsOf: string;
}

export interface Invariants {
  /** Who holds this grant in the facility is told of a finding, besides system administrators. */
  readonly concerns: string;
  readonly rules: readonly Invariant[];
}

export interface ServerPlugin<DB> {
  /** Name of the plugin's own SQL schema; the host creates it. No other plugin writes there. */
  readonly schema?: string;
  /** `import migrations from './migrations'` takes the SQL files of that folder; a list written by hand goes on working. */
  readonly migrations?: readonly Migration[];
  /** Each table of the migrations and how it grows; `npm test` plans every statement for these sizes and refuses those that read a growing table whole. */
  readonly tableSizes?: TableSizes;
  readonly implementations?: readonly Implementation[];
  readonly services?: readonly ServiceProvider<DB>[];
  /** What it adds to extension points of other plugins. */
  readonly extensions?: readonly ExtensionProvider<DB>[];
  /** Rows that data schemes may narrow, one model for each menu with `dataFields`; what schemes hide of them can then be counted. */
  readonly dataModels?: readonly DataModel[];
  readonly subscribers?: readonly EventSubscriber<DB>[];
  readonly jobs?: readonly Job<DB>[];
  /** Frames of the socket that it hears and pushes. */
  readonly sockets?: readonly Hearing[];
  readonly invariants?: Invariants;
  /**
   * Fills the plugin's tables with synthetic data on the first start of a demo system. `data` is the plugin's own file
   * of the generated data set; `orgIds` maps the data set's organisation keys. Runs in one transaction.
   */
  readonly demo?: (data: unknown, ctx: ServerContext<DB>) => Promise<void>;
  /** Runs once each time the plugin is enabled, after its migrations. */
  readonly start?: (ctx: ServerContext<DB>) => Promise<void>;
  readonly stop?: () => Promise<void>;
}

/**
 * Default export of a plugin's `server/index.ts`.
 * @param half.parts subjects of the half, each with its own routes, services, jobs and tables, merged into one
 * @throws Error naming what two parts claim
 */
export function defineServerPlugin<DB>({ parts = [], ...half }: ServerPlugin<DB> & { readonly parts?: readonly ServerPart<DB>[] }): ServerPlugin<DB> {
  const plugin: ServerPlugin<DB> = parts.length === 0 ? half : mergeParts(half, parts);
  const { dataModels = [], services = [], extensions = [], implementations = [] } = plugin;
  const records = offerRecords<DB>(implementations);
  if (dataModels.length === 0 && records.services.length === 0) return plugin;
  return {
    ...plugin,
    extensions: [...extensions, ...records.extensions],
    services: [
      ...services,
      ...records.services,
      ...dataModels.map((model) => provide(dataRows(model.menu), (ctx: ServerContext<DB>) => dataRowsOf(ctx, model))),
    ],
  };
}

export const provide = <T, DB>(token: ServiceToken<T>, create: (ctx: ServerContext<DB>) => T): ServiceProvider<DB> => ({
  token: token as ServiceToken<unknown>,
  create,
});

export const extend = <T, DB>(token: ExtensionToken<T>, create: (ctx: ServerContext<DB>) => T): ExtensionProvider<DB> => ({
  token: token as ExtensionToken<unknown>,
  create,
});

export const subscribe = <T, DB>(token: EventToken<T>, handle: (payload: T, ctx: ServerContext<DB>) => Promise<void>): EventSubscriber<DB> => ({
  token: token as EventToken<unknown>,
  handle: handle as EventSubscriber<DB>['handle'],
});
