import type { HeardFrame, PushedFrame, Route } from '@nephra/plugin-sdk/contract';
import { checkExact, checkTextual, replyProblem } from '../../../http/pipeline/validation.ts';

export interface GivenInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** What a call of a route brought, judged by its contract: here, where a pattern without end or a schema of megabytes stands in nobody's way. @throws ShapeError */
export function judgedInput(route: Route, { params, query, body }: GivenInput): Required<GivenInput> {
  const judged = { params: checkTextual(route.params, params), query: checkTextual(route.query, query) };
  if (route.method === 'GET') return { ...judged, body: undefined };
  // A file that came with it was received by the server.
  if (route.encoding === 'multipart') return { ...judged, body };
  return { ...judged, body: (route.encoding === 'form' ? checkTextual : checkExact)(route.body, body) };
}

/** @throws ShapeError */
export const judgedFrame = ({ body }: HeardFrame, given: unknown): unknown => checkExact(body, given);

/** What is wrong with an answer; undefined: nothing. */
export const wrongReply = (route: Route, reply: unknown): string | undefined => (route.raw ? undefined : replyProblem(route.reply, reply ?? null));

/** @throws Error for a push that does not fit its frame */
export function assertPush(frame: string, pushed: PushedFrame | undefined, body: unknown): void {
  const problem = pushed && replyProblem(pushed.body, body);
  if (problem) throw new Error(`The frame ${frame} does not fit its schema: ${problem}`);
}
