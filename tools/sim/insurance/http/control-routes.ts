import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Control } from '../control.ts';
import type { Fault } from '../faults/fault.ts';
import { isNode } from '../nodes.ts';
import { readBody } from '../../program/read-body.ts';
import { sendJson } from './send.ts';

const sameToken = (given: unknown, token: string) => {
  const left = Buffer.from(String(given ?? ''));
  const right = Buffer.from(token);
  return left.length === right.length && timingSafeEqual(left, right);
};

/** Routes under /control: loopback only (the server listens nowhere else) and only with the token. */
export function createControlRoutes(control: Control, token: string) {
  const act = (route: string, body: unknown): unknown => {
    if (route === 'POST /faults') return { ids: control.faults(body as Fault | Fault[]) };
    if (route === 'GET /faults') return control.plannedFaults();
    if (route === 'POST /faults/clear') control.clearFaults();
    else if (route === 'POST /release') control.release();
    else if (route === 'GET /ledger') return control.ledger();
    else if (route === 'GET /calls') return control.calls();
    else if (route === 'POST /reset') control.reset();
    else if (route === 'POST /clock') {
      if (!isNode(body) || typeof body.skewSeconds !== 'number') throw new Error('skewSeconds is a number');
      control.clock(body.skewSeconds);
    } else return undefined;
    return { done: true };
  };

  return async (path: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!sameToken(request.headers['x-control-token'], token)) return sendJson(response, 403, { message: 'x-control-token is missing or wrong' });
    try {
      const text = (await readBody(request)).toString('utf8');
      const answer = act(`${request.method} ${path}`, text === '' ? {} : JSON.parse(text));
      if (answer === undefined) sendJson(response, 404, { message: 'no such control route' });
      else sendJson(response, 200, answer as Record<string, unknown>);
    } catch (error) {
      sendJson(response, 400, { message: error instanceof Error ? error.message : 'bad request' });
    }
  };
}
