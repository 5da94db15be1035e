import type { PushedBody, PushedName } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import type { messageFrames } from '../../contract/message.frames.ts';
import type { UnreadStore } from './unread.store.ts';

type Frames = typeof messageFrames;
export type Push = PushedBody<Frames, 'messagePush'>;

/** What is heard for one session: once, however many of its pages want it. */
interface Hearing {
  readonly listeners: Set<(push: Push) => void>;
  readonly ends: readonly (() => void)[];
}
const hearings = new WeakMap<UnreadStore, Hearing>();

/**
 * Keeps the counters as the server tells them over the socket, from now on. The mark, the drawer and the message centre each hear: the mark comes late, and
 * what is told before it must not be missed by a list that is open. What was missed while there was no connection is in the counters that come with the
 * next one, and in the lists, which are read again then.
 * @param onPush hears what has just arrived
 * @returns what ends it
 */
export function hearMessages(ctx: Pick<WebContext, 'onSocket'>, unread: UnreadStore, onPush: (push: Push) => void = () => undefined): () => void {
  const hearing = hearings.get(unread) ?? listen(ctx, unread);
  hearings.set(unread, hearing);
  // A function of its own: the same one may be handed in twice.
  const listener = (push: Push) => onPush(push);
  hearing.listeners.add(listener);
  return () => {
    hearing.listeners.delete(listener);
    if (hearing.listeners.size > 0 || hearings.get(unread) !== hearing) return;
    hearings.delete(unread);
    for (const end of hearing.ends) end();
  };
}

function listen({ onSocket }: Pick<WebContext, 'onSocket'>, unread: UnreadStore): Hearing {
  const listeners: Hearing['listeners'] = new Set();
  // Typed by hand: the kit's socket would come with this small part before any page needs it.
  const on = <K extends PushedName<Frames>>(frame: K, listener: (body: PushedBody<Frames, K>) => void) =>
    onSocket(frame, (wire) => listener(wire as PushedBody<Frames, K>));
  const ends = [
    on('initMessage', (counts) => unread.connected(counts)),
    on('messagePush', (push) => {
      unread.arrived(push);
      for (const one of listeners) one(push);
    }),
    on('messageRead', ({ ids }) => unread.wasReadElsewhere(ids)),
    on('messageChanged', ({ id }) => unread.changed(id)),
  ];
  return { listeners, ends };
}
