import type { Contract, Route, RouteMap } from '../../contract/index.ts';
import { type AnyRecord, type ImportRouteName, type RecordAct, type RecordContract, recordContract } from '../../contract/record/index.ts';
import type { Handlers, Implementation } from '../implement.ts';
import type { Columns, Table } from '../table/table-types.ts';
import { exchangeHandlers } from './exchange/index.ts';
import type { RecordCode } from './record-code.ts';
import { RecordEngine } from './record-engine.ts';
import { relatedPage } from './relation/relation-field.ts';
import type { EngineTable } from './record-rows.ts';

/** A served record: its routes, and calls for code of the plugin that reads or writes it inside of another call. */
export interface ServedRecord extends Implementation {
  readonly engine: RecordEngine;
  /**
   * The same as a site has it: routes with its limits, rows and acts by its record.
   * @param overlay as it stands in `overrides.records` of registry.json
   * @throws TypeError with a line `REC-…` for each thing that is wrong with it
   */
  overlaid(overlay: object): OverlaidRecord;
}

/** A served record under an overlay. */
export interface OverlaidRecord extends Implementation {
  readonly contract: RecordContract<AnyRecord, RouteMap>;
}

type More<DB, Routes extends RouteMap> = keyof Routes extends never ? { readonly more?: undefined } : { readonly more: Handlers<Routes, DB> };

/**
 * Serves the routes of a record from a table: list, one, and the acts that the record declares. What differs from every other record stands in `code`;
 * the routes beside the record are written like any, in `more`.
 *
 * ```ts
 * export const wards = serveRecord<BedsDb>()(wardContract, wardTable, {
 *   async check(ctx, change) { if (change.act === 'remove') await assertNobodyLiesIn(ctx, change.before); },
 * });
 * ```
 *
 * @throws TypeError with a line `REC-…` for each thing of the record that the table cannot hold
 */
export function serveRecord<DB>() {
  return <R extends AnyRecord, Routes extends RouteMap, C extends Columns, Key extends string>(
    contract: RecordContract<R, Routes>,
    table: Table<C, Key>,
    code: NoInfer<RecordCode<DB, C, R>> & More<DB, Routes>,
  ): ServedRecord => served(contract, table as unknown as EngineTable, code as unknown as Code);
}

type Code = RecordCode<unknown, Columns, AnyRecord> & { readonly more?: Implementation['handlers'] };

type AnyContract = Contract & { readonly record: AnyRecord; readonly more: readonly string[] };

function served(contract: AnyContract, table: EngineTable, code: Code): ServedRecord {
  const engine = new RecordEngine(contract.record, table, code);
  return {
    contract,
    handlers: handlersOf(contract, engine, code),
    engine,
    overlaid: (overlay) => {
      const own = engine.with(overlay);
      const beside = Object.fromEntries(contract.more.map((name) => [name, contract.routes[name] as Route]));
      return { contract: recordContract(own.rows.record, beside), handlers: handlersOf(contract, own, code) };
    },
  };
}

function handlersOf(contract: AnyContract, engine: RecordEngine, code: Code): Implementation['handlers'] {
  const handlers = {
    list: ({ params, query }: Input, ctx: never) =>
      engine.rows.record.whole
        ? engine.rows.whole(ctx, { ...query, [engine.rows.record.left?.narrows ?? '']: params.id })
        : engine.rows.list(ctx, query as never),
    one: ({ params }: Input, ctx: never) => engine.rows.one(ctx, params.id),
    create: ({ body }: Input, ctx: never) => engine.create(ctx, body),
    edit: ({ params, body }: Input, ctx: never) => engine.edit(ctx, params.id, body),
    remove: ({ params }: Input, ctx: never) => engine.remove(ctx, params.id),
    state: ({ params }: Input, ctx: never) => engine.state(ctx, params.id),
    related: ({ query }: Input, ctx: never) => relatedPage(ctx, engine.rows.record, query as never),
    ...exchangeHandlers(engine),
  } satisfies Record<'list' | 'one' | 'related' | RecordAct | 'exportExcel' | ImportRouteName, unknown>;
  const all = Object.keys(contract.routes).map((name) => {
    const handler = contract.more.includes(name) ? code.more?.[name] : handlers[name as keyof typeof handlers];
    if (!handler) throw new TypeError(`REC-045 ${contract.record.name} routes.${name}: nothing serves it`);
    return [name, handler];
  });
  return Object.fromEntries(all);
}

interface Input {
  readonly params: { readonly id: string };
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}
