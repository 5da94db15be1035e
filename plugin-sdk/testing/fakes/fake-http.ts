import { canonicalJson, type Contract, type Route, type RouteMap } from '../../contract/index.ts';
import { ApiError, type CallInput, type CallOptions, type CallResult, type ClientReply, type HttpPort } from '../../web/index.ts';

export interface RecordedCall {
  readonly route: Route;
  readonly input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown };
  readonly options: CallOptions;
}

export type FakeAnswer<R extends Route> = ClientReply<R> | ((input: CallInput<R>, options: CallOptions) => ClientReply<R> | Promise<ClientReply<R>>);

/** The HTTP port of tests: answers come from the test, calls are kept. A route without an answer fails the call. */
export interface FakeHttp extends HttpPort {
  readonly calls: readonly RecordedCall[];
  /** Sets what a route answers from now on: a value, or a function that gets the input and may throw an `ApiError`. */
  answer<R extends Route>(route: R, reply: FakeAnswer<R>): void;
  /** Lets a route fail from now on. */
  refuse(route: Route, refusal: { error: string; code?: number; message?: string; fields?: readonly { path: string; msg: string }[] }): void;
  /** Calls of one route, oldest first. */
  callsOf(route: Route): readonly RecordedCall[];
}

const nameOf = (route: Route): string => `${route.method} ${route.path}`;

export function createFakeHttp(): FakeHttp {
  const calls: RecordedCall[] = [];
  const answers = new Map<string, (input: RecordedCall['input'], options: CallOptions) => unknown>();
  const contentOfKey = new Map<string, string>();
  const http: FakeHttp = {
    calls,
    callsOf: (route) => calls.filter((call) => nameOf(call.route) === nameOf(route)),
    answer(route, reply) {
      answers.set(nameOf(route), typeof reply === 'function' ? (reply as (input: unknown, options: CallOptions) => unknown) : () => reply);
    },
    refuse(route, { error, code = 500, message = error, fields }) {
      answers.set(nameOf(route), () => {
        throw new ApiError({ code, error, message, fields });
      });
    },
    async call(route, input, options = {}): Promise<CallResult<unknown>> {
      calls.push({ route, input, options });
      const key = options.idempotencyKey;
      if (key !== undefined) {
        const content = `${nameOf(route)} ${canonicalJson(input)}`;
        // The server would refuse it with `core.idempotency-mismatch`; a page that does it has a fault.
        if ((contentOfKey.get(key) ?? content) !== content) throw new Error(`One key for two contents: ${contentOfKey.get(key)} and ${content}`);
        contentOfKey.set(key, content);
      }
      options.signal?.throwIfAborted();
      const answer = answers.get(nameOf(route));
      if (!answer) throw new ApiError({ code: 599, error: 'test.no-answer', message: `The test gave no answer for ${nameOf(route)}.` });
      const data = await answer(input, options);
      options.signal?.throwIfAborted();
      return { data, msg: 'ok' };
    },
    fileUrl: (path) => path,
  };
  return http;
}

/** Sets the answers of many routes of one contract at once. */
export function answerContract<Routes extends RouteMap>(
  http: FakeHttp,
  contract: Contract<Routes>,
  answers: { readonly [K in keyof Routes]?: FakeAnswer<Routes[K]> },
): void {
  for (const [name, reply] of Object.entries(answers)) {
    const route = contract.routes[name];
    if (route && reply !== undefined) http.answer(route, reply as FakeAnswer<typeof route>);
  }
}
