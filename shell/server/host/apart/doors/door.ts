import type { CallContext, ServerContext } from '@nephra/plugin-sdk/server';
import type { TextSource } from '../../../i18n/texts.ts';
import type { Facts } from '../wire/peer.ts';

/** A package that runs apart, as the server answers it. */
export interface DoorOwner {
  readonly pluginId: string;
  /** What its server half may use; nothing else is reached from its process. */
  readonly context: ServerContext<never>;
  readonly texts: readonly TextSource[];
  /** Values of the page of settings for an organisation, or for the installation: `''`. */
  readonly pageValues: (orgId: string) => Promise<unknown>;
  /** It let an error escape. */
  readonly escaped: (error: unknown, kind: 'exception' | 'rejection') => void;
}

/** Who asks, and in the course of what. */
export interface Asker {
  readonly owner: DoorOwner;
  /** Context of the call that it works on; undefined outside of calls. */
  readonly ctx: CallContext<never> | undefined;
  /** Lets the call fail with this, whatever the process answers. */
  readonly fails: (error: unknown) => void;
  /** Facts of a call back into the process, with a context of its own where one is given; to be closed when that call is over. */
  readonly lend: <T>(ctx: CallContext<never> | undefined, work: (facts: Facts) => Promise<T>) => Promise<T>;
}

/** One thing that a process may ask for. What it is given may be anything. */
export type DoorAct = (asker: Asker, ...given: never[]) => unknown;
export type Door = Readonly<Record<string, DoorAct>>;

/** @throws Error when no call is at work */
export function callOf({ ctx }: Asker): CallContext<never> {
  if (!ctx) throw new Error('This needs a call that is being answered; that call is over.');
  return ctx;
}
