import type { PushedBody, PushedName } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import type { messageFrames } from '../../contract/message.frames.ts';
import type { UnreadStore } from './unread.store.ts';

type Frames = typeof messageFrames;
export type Push = PushedBody<Frames, 'messagePush'>;

/**
 * Keeps the counters as the server tells them over the socket. What was missed while there was no connection is in the counters that come with the
 * next one, and in the lists, which are read again then.
 * @param onPush hears what has just arrived
 * @returns what ends it
 */
export function hearMessages({ onSocket }: Pick<WebContext, 'onSocket'>, unread: UnreadStore, onPush: (push: Push) => void): () => void {
  // Typed by hand: the kit's socket would come with this small part before any page needs it.
  const on = <K extends PushedName<Frames>>(frame: K, listener: (body: PushedBody<Frames, K>) => void) =>
    onSocket(frame, (wire) => listener(wire as PushedBody<Frames, K>));
  const ends = [
    on('initMessage', (counts) => unread.connected(counts)),
    on('messagePush', (push) => {
      unread.arrived(push);
      onPush(push);
    }),
    on('messageRead', ({ ids }) => unread.wasReadElsewhere(ids)),
    on('messageChanged', ({ id }) => unread.changed(id)),
  ];
  return () => {
    for (const end of ends) end();
  };
}
