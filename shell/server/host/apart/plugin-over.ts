import { Readable } from 'node:stream';
import type { Route } from '@nephra/plugin-sdk/contract';
import type { CallContext, Implementation, JobRun, RangedContent, RawReply, RequestContext, ServerPlugin } from '@nephra/plugin-sdk/server';
import type { CallScope } from '../../http/pipeline/call-scope.ts';
import type { ApartPackage } from './apart-package.ts';
import { callerFacts, withoutOwner } from './caller-facts.ts';
import { hasCostlyShapes } from './costly-shapes.ts';
import type { Description, Made } from './wire/messages.ts';

type Handler = (input: unknown, ctx: RequestContext<never>, call?: CallScope) => Promise<unknown>;

/** A package that runs apart, as the server knows plugins: the same shape, and behind each function a call of its process. */
export function pluginOver(apart: ApartPackage, described: Description): ServerPlugin<never> {
  const { schema, migrations, implementations, services, extensions, subscribers, jobs, sockets, invariants, has } = described;
  const made = (kind: keyof Made, at: number, name: string) => () => stable(apart, kind, [at], apart.made[kind][at], name);
  return {
    ...(schema === undefined ? {} : { schema }),
    migrations,
    implementations: implementations.map((each, at) => implementationOver(apart, each, at)),
    services: services.map((id, at) => ({ token: { id: id as `${string}@${number}` }, create: made('services', at, id) })),
    extensions: extensions.map((id, at) => ({ token: { id: id as `${string}@${number}` }, create: made('extensions', at, id) })),
    subscribers: subscribers.map((id, at) => ({
      token: { id: id as `${string}@${number}` },
      handle: async (payload: unknown) => void (await apart.call('event', [at, payload], { label: id })),
    })),
    jobs: jobs.map((job, at) => ({
      ...job,
      run: async (_ctx, run) => void (await apart.call('job', [at, runOf(run)], { label: `job ${job.name}`, waits: 'job' })),
    })),
    sockets: sockets.map(({ frames, handlers }, at) => ({
      frames,
      handlers: Object.fromEntries(
        handlers.map((method) => [
          method,
          (body: never, ctx: RequestContext<never>) =>
            apart.call('frame', [at, method, body, callerFacts(ctx)], { ctx: ctx as CallContext<never>, label: `frame ${method}` }),
        ]),
      ),
    })),
    ...(invariants && { invariants }),
    ...(has.demo && { demo: async (data: unknown) => void (await apart.call('demo', [data], { waits: 'for-ever' })) }),
    start: () => apart.start(),
    stop: () => apart.end(),
  };
}

const runOf = ({ signal, progress, log }: JobRun): JobRun => ({
  signal,
  progress: (...given) => progress(...given),
  log: (text) => log(text),
});

function implementationOver(apart: ApartPackage, { contract, handlers }: Description['implementations'][number], at: number): Implementation {
  const routes: Readonly<Record<string, Route>> = contract.routes;
  return {
    contract,
    handlers: Object.fromEntries(
      handlers.map(({ name, queued }) => {
        const route = routes[name];
        const label = route ? `${route.method} ${route.path}` : name;
        const ask = (op: string, input: unknown, ctx: RequestContext<never>, call?: CallScope): Promise<unknown> =>
          apart.call(op, [at, name, input, callerFacts(ctx, call?.rights)], {
            ctx: ctx as CallContext<never>,
            label,
            waits: route?.raw ? 'file' : 'call',
            gone: route?.method === 'GET' ? call?.facts.gone : undefined,
          });
        const handler: Handler = async (input, ctx, call) => {
          const reply = await ask('route', input, ctx, call);
          return route?.raw ? rawReply(reply as RawReply) : reply;
        };
        // What may be judged for ever is judged before the transaction, where the queues are asked for: nobody waits for its connection meanwhile.
        const asksFirst = queued || (route && hasCostlyShapes(route));
        // Nor for a process that has to be started first. Asked of reads as well, it would be asked for nothing.
        const queues = asksFirst ? (ctx: RequestContext<never>, input: unknown) => ask('queues', input, ctx) : () => apart.awake(label);
        return [name, asksFirst || route?.method !== 'GET' ? Object.assign(handler, { queues }) : handler];
      }),
    ) as unknown as Implementation['handlers'],
  };
}

/** Pieces of a file are asked for when somebody reads them; the function that makes them answers later here. */
function rawReply(reply: RawReply): RawReply {
  if (!reply?.ranged) return reply;
  const { size, read } = reply.ranged;
  const later = read as unknown as (from: number, to: number) => Promise<Readable>;
  const ranged: RangedContent = {
    size,
    read: (from, to) =>
      Readable.from(
        (async function* pieces() {
          yield* await later(from, to);
        })(),
        { objectMode: false },
      ),
  };
  return { ...reply, ranged };
}

/** A value of the process that stays the same for others while the process behind it may be another one. */
function stable(apart: ApartPackage, kind: keyof Made, path: readonly (string | number)[], value: unknown, name: string): unknown {
  if (typeof value === 'function') return (...given: unknown[]) => apart.callMade(kind, path, given.map(withoutOwner), name);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one, at) => stable(apart, kind, [...path, at], one, name));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, stable(apart, kind, [...path, key], one, `${name} ${key}`)]));
}
