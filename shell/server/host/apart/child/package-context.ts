import { additionFlaw, type ExtensionToken, type Language, type ServiceToken } from '@nephra/plugin-sdk/contract';
import { type Extension, type Log, type PageValues, type ServerContext, settingReader, textReader } from '@nephra/plugin-sdk/server';
import { boundedLog } from '../../guard/bounded-log.ts';
import { idMaker } from '../../../core/new-id.ts';
import type { LoadOrder } from '../wire/messages.ts';
import type { Peer } from '../wire/peer.ts';
import { serverClock } from './clock.ts';
import { CONTEXT } from './contexts.ts';
import { kyselyThrough } from './database.ts';
import { Remembered } from './remembered.ts';
import { askAtOnce } from './server-peer.ts';
import { shapes } from './shapes-when-asked.ts';
import { doorFacts } from './surroundings.ts';

/** What the server said with its last question: changes when texts, or services, may be others. */
export interface Stamps {
  texts: string;
  services: number;
}

const MAX_TEXTS = 20_000;
const MAX_SERVICES = 1_000;
const newId = idMaker(serverClock);

/** What a package's server half may use: the same as in the server, with everything but calculation asked for through the channel. */
export function packageContext(
  peer: Peer,
  p: number,
  order: Pick<LoadOrder, 'pluginId' | 'settings' | 'editable' | 'overlays'>,
  stamps: Stamps,
): ServerContext<never> {
  const ask = (op: string, ...given: unknown[]): Promise<unknown> => peer.request(op, given, doorFacts());
  const atOnce = (op: string, ...given: unknown[]): unknown => askAtOnce(peer, op, given);
  const tell = (op: string, ...given: unknown[]): void => peer.tell(op, given, doorFacts());
  const texts = new Remembered<string | undefined>(MAX_TEXTS);
  const services = new Remembered<unknown>(MAX_SERVICES);
  const line =
    (level: string) =>
    (fields: object, message: string): void =>
      tell('log', level, fields, message);
  const statements = {
    run: (op: 'sql' | 'late', statement: object) => ask(op, statement),
    rows: (statement: object, batchRows: number) => ask('rows', statement, batchRows) as Promise<never>,
  };
  const log = boundedLog({ debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }, () => performance.now());
  const context: ServerContext<never> = {
    pluginId: order.pluginId,
    db: kyselyThrough(statements, 'sql'),
    lateDb: kyselyThrough(statements, 'late'),
    transaction: ((work: () => Promise<unknown>, { queue = [] }: { queue?: readonly string[] } = {}) => ask('transaction', () => work(), queue)) as never,
    clock: serverClock,
    log,
    newId,
    numbers: { next: (series, format) => ask('number', series, format) as Promise<string> },
    files: filesThrough(ask),
    settings: Object.freeze(order.settings),
    recordOverlays: new Map(Object.entries(order.overlays)) as unknown as NonNullable<ServerContext<never>['recordOverlays']>,
    setting: settingReader({
      pluginId: order.pluginId,
      fields: order.editable,
      config: () => order.settings,
      page: (orgId) => ask('setting', orgId) as Promise<PageValues>,
      open: (sealed) => atOnce('unseal', sealed) as string,
    }),
    text: textReader(
      [{ find: (language: Language, key) => texts.at(stamps.texts).get(`${language} ${key}`, () => atOnce('text', language, key) as string | undefined) }],
      'zh',
    ),
    service: <T>(token: ServiceToken<T>) => services.at(stamps.services).get(`service ${token.id}`, () => atOnce('service', token.id)) as T,
    optionalService: <T>(token: ServiceToken<T>) =>
      services.at(stamps.services).get(`optional ${token.id}`, () => atOnce('optionalService', token.id)) as T | undefined,
    extensions: <T>(token: ExtensionToken<T>) =>
      services.at(stamps.services).get(`extensions ${token.id}`, () => wholeOf(token, atOnce('extensions', token.id), log)) as readonly Extension<T>[],
    outbound: outboundThrough(ask, atOnce),
    secrets: { seal: (text) => atOnce('seal', text) as string, open: (sealed) => atOnce('unseal', sealed) as string },
    menus: {
      write: async (menu) => void (await ask('menus.write', menu)),
      remove: async (enCode) => void (await ask('menus.remove', enCode)),
      list: () => ask('menus.list') as Promise<string[]>,
    },
    socket: {
      push: async (target, frames, frame, body) => {
        shapes().assertPush(frame, frames?.pushes[frame], body);
        await ask('push', target, frame, body);
      },
    },
    publish: (event, payload) => tell('publish', event.id, payload),
    auditWork: async (entry) => void (await ask('auditWork', entry)),
  };
  return Object.assign(context, { [CONTEXT]: { p } });
}

/** The server knows no shapes but those of its own readers: what a package reads, it judges here, and its vendor reads in its log whose addition was left out. */
function wholeOf<T>(token: ExtensionToken<T>, found: unknown, log: Pick<Log, 'error'>): readonly Extension<T>[] {
  return (found as readonly Extension<T>[]).filter(({ pluginId, value }) => {
    const flaw = additionFlaw(token, value);
    if (flaw !== undefined) log.error({ from: pluginId }, flaw);
    return flaw === undefined;
  });
}

type Ask = (op: string, ...given: unknown[]) => Promise<unknown>;
type Files = ServerContext<never>['files'];
type Outbound = ServerContext<never>['outbound'];

export const filesThrough = (ask: Ask): Files => ({
  save: (input) => ask('files.save', input) as ReturnType<Files['save']>,
  open: (fileId) => ask('files.open', fileId) as ReturnType<Files['open']>,
  remove: async (fileId) => void (await ask('files.remove', fileId)),
  room: () => ask('files.room') as ReturnType<Files['room']>,
});

const outboundThrough = (ask: Ask, atOnce: (op: string, ...given: unknown[]) => unknown): Outbound => ({
  allows: (url) => atOnce('outbound.allows', url) as boolean,
  send: (request) => ask('outbound.send', request) as ReturnType<Outbound['send']>,
  databases: {
    allows: (host, port) => atOnce('databases.allows', host, port) as boolean,
    read: ((...given: unknown[]) => ask('databases.read', ...given)) as Outbound['databases']['read'],
  },
  mailboxes: {
    allows: (place) => atOnce('mail.allows', place) as boolean,
    open: ((...given: unknown[]) => ask('mail.open', ...given)) as Outbound['mailboxes']['open'],
    compose: (message) => ask('mail.compose', message) as ReturnType<Outbound['mailboxes']['compose']>,
    send: async (...given) => void (await ask('mail.send', ...given)),
    verify: async (...given) => void (await ask('mail.verify', ...given)),
  },
});
