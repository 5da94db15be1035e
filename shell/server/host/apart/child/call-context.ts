import { AppError, type DataScope, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type CallAct, type CallContext, type RefusalText, type ServerContext, textsIn } from '@nephra/plugin-sdk/server';
import type { AskFacts, CallerFacts } from '../wire/messages.ts';
import type { Peer } from '../wire/peer.ts';
import { CONTEXT } from './contexts.ts';
import { filesThrough } from './package-context.ts';
import { Remembered } from './remembered.ts';
import { askAtOnce, lentNumber } from './server-peer.ts';
import { doorFacts } from './surroundings.ts';

/** Answers about rights by the number of the rights; some thousand people at most have called lately. */
const rights = new Remembered<boolean | DataScope>(100_000);

/** What a handler receives: the facts of its call, and behind them everything of its package. */
export function callContext(peer: Peer, context: ServerContext<never>, { p, c }: Pick<AskFacts, 'p' | 'c'>, caller: CallerFacts): CallContext<never> {
  const facts = (): ReturnType<typeof doorFacts> => doorFacts(c);
  const atOnce = (op: string, ...given: unknown[]): unknown => askAtOnce(peer, op, given, facts());
  const known = <T extends boolean | DataScope>(op: string, name: string): T =>
    (caller.r === 0 ? atOnce(op, name) : rights.get(`${caller.r} ${op} ${name}`, () => atOnce(op, name) as T)) as T;
  const own = {
    __proto__: context,
    [CONTEXT]: { p, c },
    get user() {
      if (!caller.user) throw new AppError('core.login-needed', { code: EnvelopeCode.LoginExpired });
      return caller.user;
    },
    language: caller.language,
    ip: caller.ip,
    text: textsIn(context, caller.language),
    files: filesThrough((op, ...given) => peer.request(op, given, facts())),
    can: (permission: string) => known<boolean>('can', permission),
    dataScope: (menu: string) => known<DataScope>('dataScope', menu),
    audit: (entry: object) => peer.note('audit', [entry], facts()),
    message: (key: string, params?: object) => peer.note('message', [key, params], facts()),
    act: (options: CallAct, work: (ctx: CallContext<never>) => Promise<unknown>) =>
      peer.request(
        'act',
        [
          options,
          (of: AskFacts & { readonly caller: CallerFacts }) => work(callContext(peer, context, { p, ...(of.c === undefined ? {} : { c: of.c }) }, of.caller)),
        ],
        facts(),
      ),
    refusalText: (error: unknown): RefusalText => {
      const { refusal } = atOnce('refusalText', error) as { readonly refusal?: RefusalText };
      if (!refusal) throw error;
      return refusal;
    },
  };
  return own as unknown as CallContext<never>; // the compiler does not follow `__proto__`
}

/** Somebody's context that came as an argument: theirs are the rights, the log is the package's own. */
export function readerFrom(given: unknown, p: number, context: ServerContext<never>): unknown {
  if (typeof given !== 'object' || given === null || !('self' in given) || !('can' in given)) return given;
  const { self, ...reader } = given as Readonly<Record<string, unknown>>;
  return { ...reader, log: context.log, [CONTEXT]: { p, reader: lentNumber(self) } };
}
