import type { Route } from '@nephra/plugin-sdk/contract';
import type { JobRun, ServerContext, ServerPlugin } from '@nephra/plugin-sdk/server';
import { OverlayProblem, overlaidRecords } from '../../registry/overlaid-records.ts';
import { exposed } from '../wire/expose.ts';
import type { AskFacts, CallerFacts, Description, LoadOrder, LoadProblem, Made } from '../wire/messages.ts';
import type { Peer } from '../wire/peer.ts';
import { callContext, readerFrom } from './call-context.ts';
import { runModule } from './modules.ts';
import { packageContext, type Stamps } from './package-context.ts';
import type { GivenInput } from './shapes.ts';
import { shapes } from './shapes-when-asked.ts';

type Handler = ((...given: unknown[]) => unknown) & { readonly queues?: (...given: unknown[]) => unknown };

/** A package's server half: its functions are called by the server by where they stand in it. */
export class LoadedHalf {
  readonly #peer: Peer;
  readonly #p: number;
  readonly #order: LoadOrder;
  readonly #context: ServerContext<never>;
  #plugin: ServerPlugin<never> = {};
  #implementations: NonNullable<ServerPlugin<never>['implementations']> = [];

  constructor(peer: Peer, p: number, order: LoadOrder, stamps: Stamps) {
    this.#peer = peer;
    this.#p = p;
    this.#order = order;
    this.#context = packageContext(peer, p, order, stamps);
  }

  /** Runs its module. */
  async load(): Promise<Description | { readonly problem: LoadProblem }> {
    const { pluginId, version, code, overlays } = this.#order;
    const { default: plugin } = await runModule(code, `${pluginId}@${version}`);
    if (typeof plugin !== 'object' || plugin === null) throw new Error('The module has no default export made by defineServerPlugin');
    this.#plugin = plugin as ServerPlugin<never>;
    try {
      const { implementations, documents } = overlaidRecords(this.#plugin, overlays);
      this.#implementations = implementations;
      return { ...this.#described(), documents };
    } catch (error) {
      if (error instanceof OverlayProblem) return { problem: { key: 'overlay-invalid', params: { reason: error.message } } };
      throw error;
    }
  }

  /** Makes its services and additions. */
  make(): Made {
    const { services = [], extensions = [] } = this.#plugin;
    const of = ({ create }: { readonly create: (ctx: ServerContext<never>) => unknown }): unknown => this.#lent(exposed(create(this.#context)));
    return { services: services.map(of), extensions: extensions.map(of) };
  }

  async start(): Promise<void> {
    await this.#plugin.start?.(this.#context);
  }

  async stop(): Promise<void> {
    await this.#plugin.stop?.();
  }

  async demo(data: unknown): Promise<void> {
    await this.#plugin.demo?.(data, this.#context);
  }

  async route(at: number, name: string, input: GivenInput, caller: CallerFacts, facts: AskFacts): Promise<unknown> {
    const route = this.#routeOf(at, name);
    const handler = this.#handlerOf(at, name);
    const reply = await handler(shapes().judgedInput(route, input), callContext(this.#peer, this.#context, facts, caller));
    const { checkReplies } = this.#order;
    const problem = checkReplies === 'off' ? undefined : shapes().wrongReply(route, reply);
    if (problem === undefined) return reply;
    if (checkReplies === 'fault') throw new Error(`The answer of ${name} does not fit its contract: ${problem}`);
    this.#context.log.warn({ route: name, problem }, 'an answer does not fit its contract');
    return reply;
  }

  /** Names of the queues that a call waits in before its transaction. */
  queues(at: number, name: string, input: GivenInput, caller: CallerFacts, facts: AskFacts): unknown {
    const judged = shapes().judgedInput(this.#routeOf(at, name), input);
    return this.#handlerOf(at, name).queues?.(callContext(this.#peer, this.#context, facts, caller), judged) ?? [];
  }

  frame(at: number, method: string, body: unknown, caller: CallerFacts, facts: AskFacts): unknown {
    const hearing = this.#plugin.sockets?.[at];
    const handler = hearing?.handlers[method] as Handler | undefined;
    const heard = hearing?.frames.hears[method];
    if (!handler || !heard) throw new Error(`There is no handler of the frame ${method}.`);
    return handler(shapes().judgedFrame(heard, body), callContext(this.#peer, this.#context, facts, caller));
  }

  async event(at: number, payload: unknown): Promise<void> {
    await this.#plugin.subscribers?.[at]?.handle(payload as never, this.#context);
  }

  async job(at: number, { signal, ...run }: JobRun): Promise<void> {
    const heard =
      (act: (...given: never[]) => unknown) =>
      (...given: unknown[]) =>
        void Promise.resolve(act(...(given as never[]))).catch(() => undefined);
    await this.#plugin.jobs?.[at]?.run(this.#context, { signal, progress: heard(run.progress), log: heard(run.log) });
  }

  #routeOf(at: number, name: string): Route {
    const route = (this.#implementations[at]?.contract.routes as Readonly<Record<string, Route>> | undefined)?.[name];
    if (!route) throw new Error(`There is no route ${name}.`);
    return route;
  }

  #handlerOf(at: number, name: string): Handler {
    const handler = this.#implementations[at]?.handlers[name] as Handler | undefined;
    if (!handler) throw new Error(`There is no handler of the route ${name}.`);
    return handler;
  }

  /** Functions of it that others call: a context that comes as an argument is theirs. */
  #lent(value: unknown): unknown {
    if (typeof value === 'function') return (...given: unknown[]) => (value as Handler)(...given.map((one) => readerFrom(one, this.#p, this.#context)));
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((one) => this.#lent(one));
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#lent(one)]));
  }

  #described(): Omit<Description, 'documents'> {
    const { schema, migrations = [], services = [], extensions = [], subscribers = [], jobs = [], sockets = [], invariants, demo, start, stop } = this.#plugin;
    return {
      ...(schema === undefined ? {} : { schema }),
      migrations: migrations.map(({ name, sql }) => ({ name, sql })),
      implementations: this.#implementations.map(({ contract, handlers }) => ({
        contract: plainContract(contract),
        handlers: Object.entries(handlers).map(([name, handler]) => ({ name, queued: typeof (handler as Handler).queues === 'function' })),
      })),
      services: services.map(({ token }) => token.id),
      extensions: extensions.map(({ token }) => token.id),
      subscribers: subscribers.map(({ token }) => token.id),
      jobs: jobs.map(({ name, title, purpose, when }) => ({ name, when, ...(title && { title }), ...(purpose && { purpose }) })),
      sockets: sockets.map(({ frames, handlers }) => ({ frames: withoutFunctions(frames), handlers: Object.keys(handlers) })),
      ...(invariants && { invariants }),
      has: { demo: demo !== undefined, start: start !== undefined, stop: stop !== undefined },
    };
  }
}

/** The wire shapes of a contract: JSON, without what its schemas carry for the compiler. */
const plainContract = ({ name, routes }: { readonly name: string; readonly routes: object }): Description['implementations'][number]['contract'] =>
  withoutFunctions({ name, routes }) as Description['implementations'][number]['contract'];

const withoutFunctions = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
