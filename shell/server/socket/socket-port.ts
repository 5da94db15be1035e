import type { PushedFrame } from '@nephra/plugin-sdk/contract';
import { MAX_PUSH_PERSONS, type SocketPort } from '@nephra/plugin-sdk/server';
import { replyProblem } from '../http/pipeline/validation.ts';
import type { PushOutbox } from './push/push-outbox.ts';

/** The socket as one owner sees it: it pushes its own frames, in the shapes that it declared. @param judge says what is wrong with a body; one that was judged elsewhere needs none */
export const socketOf = (outbox: PushOutbox, declared: (frame: string) => PushedFrame | undefined, judge = replyProblem): SocketPort => ({
  async push(target, _frames, frame, body) {
    const pushed = declared(frame);
    if (!pushed) throw new Error(`The frame ${frame} is not among those that this plugin declares; hand its frames to hear() and list that in sockets.`);
    if (typeof target === 'object' && 'persons' in target && target.persons.length > MAX_PUSH_PERSONS)
      throw new Error(`The frame ${frame} is for ${target.persons.length} persons; at most ${MAX_PUSH_PERSONS} are named at once.`);
    const problem = judge(pushed.body, body);
    if (problem) throw new Error(`The frame ${frame} does not fit its schema: ${problem}`);
    await outbox.push(target, frame, body as object);
  },
});
