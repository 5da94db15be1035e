import type { EventToken, Language, OrgId } from '@nephra/plugin-sdk/contract';
import type { FileStore, NumberFormat, OutboundReply, OutboundRequest, PushTarget, SocketPort, WorkAudit, WrittenMenu } from '@nephra/plugin-sdk/server';
import { cutLine } from '../../guard/log-line.ts';
import { exposed } from '../wire/expose.ts';
import type { Asker, Door } from './door.ts';

type Level = 'debug' | 'info' | 'warn' | 'error';
const LEVELS: readonly string[] = ['debug', 'info', 'warn', 'error'];

/** A file store that knows the caller, where somebody calls. */
const filesOf = ({ ctx, owner }: Asker): FileStore => ctx?.files ?? owner.context.files;

const ofContext = ({ owner }: Asker): Asker['owner']['context'] => owner.context;

/** Everything of a package's context that is data in and data out. */
export const plainDoor: Door = {
  log: (asker, level: Level, fields: unknown, message: unknown) => {
    const line = cutLine(fields, message);
    if (LEVELS.includes(level)) ofContext(asker).log[level](line.fields, line.message);
  },
  escaped: (asker, error: unknown, kind: string) => asker.owner.escaped(error, kind === 'rejection' ? kind : 'exception'),
  publish: (asker, id: string, payload: unknown) => ofContext(asker).publish({ id: String(id) } as EventToken<unknown>, payload),
  auditWork: (asker, entry: WorkAudit) => ofContext(asker).auditWork(entry),
  number: (asker, series: string, format: NumberFormat) => ofContext(asker).numbers.next(String(series), format),
  'files.save': (asker, input: Parameters<FileStore['save']>[0]) => filesOf(asker).save(input),
  'files.open': (asker, fileId: string) => filesOf(asker).open(fileId),
  'files.remove': (asker, fileId: string) => filesOf(asker).remove(fileId),
  'files.room': (asker) => filesOf(asker).room(),
  'menus.write': (asker, menu: WrittenMenu) => ofContext(asker).menus.write(menu),
  'menus.remove': (asker, enCode: string) => ofContext(asker).menus.remove(enCode),
  'menus.list': (asker) => ofContext(asker).menus.list(),
  /** The frames themselves are known here since the package was loaded. */
  push: (asker, target: PushTarget, frame: string, body: unknown) =>
    (ofContext(asker).socket.push as (...given: unknown[]) => ReturnType<SocketPort['push']>)(target, undefined, frame, body),
  setting: (asker, orgId: OrgId | '') => asker.owner.pageValues(String(orgId)),
  text: (asker, language: Language, key: string) => {
    for (const source of asker.owner.texts) {
      const found = source.find(language, String(key));
      if (found !== undefined) return found;
    }
    return undefined;
  },
  seal: (asker, text: string) => ofContext(asker).secrets.seal(text),
  unseal: (asker, sealed: string) => ofContext(asker).secrets.open(sealed),
  'outbound.allows': (asker, url: string) => ofContext(asker).outbound.allows(url),
  'outbound.send': (asker, request: OutboundRequest) => send(asker, request),
  'databases.allows': (asker, host: string, port: number) => ofContext(asker).outbound.databases.allows(host, port),
  'databases.read': (asker, ...[target, work, limits]: Parameters<Databases['read']>) =>
    ofContext(asker).outbound.databases.read(target, (reader) => work(exposed(reader) as typeof reader), limits),
  'mail.allows': (asker, place: Parameters<Mail['allows']>[0]) => ofContext(asker).outbound.mailboxes.allows(place),
  'mail.open': (asker, ...[place, login, work]: Parameters<Mail['open']>) =>
    ofContext(asker).outbound.mailboxes.open(place, login, (box) => work(exposed(box) as typeof box)),
  'mail.compose': (asker, message: Parameters<Mail['compose']>[0]) => ofContext(asker).outbound.mailboxes.compose(message),
  'mail.send': (asker, ...given: Parameters<Mail['send']>) => ofContext(asker).outbound.mailboxes.send(...given),
  'mail.verify': (asker, ...given: Parameters<Mail['verify']>) => ofContext(asker).outbound.mailboxes.verify(...given),
};

type Databases = Asker['owner']['context']['outbound']['databases'];
type Mail = Asker['owner']['context']['outbound']['mailboxes'];

/** The listener for parts of an answer is called across: what it throws ends the call when it is heard of. */
async function send(asker: Asker, { onPart, signal, ...request }: OutboundRequest): Promise<OutboundReply> {
  if (!onPart) return await ofContext(asker).outbound.send({ ...request, ...(signal && { signal }) });
  const broken = new AbortController();
  const both = signal ? AbortSignal.any([signal, broken.signal]) : broken.signal;
  const hear = onPart as unknown as (part: Buffer, status: number) => Promise<unknown>; // lent by the process
  return await ofContext(asker).outbound.send({
    ...request,
    signal: both,
    onPart: (part, status) => void hear(part, status).catch(() => broken.abort()),
  });
}
