import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Server as RawServer, type Socket } from 'node:net';
import { OutboundError, type OutboundReply, type OutboundRequest } from '@nephra/plugin-sdk/server';
import { expect, onTestFinished } from 'vitest';
import { OutboundGateway, type OutboundGatewayInput } from './outbound-gateway.ts';

/** Starts it on loopback for this one test. @returns its port */
export async function portOf<S extends RawServer>(server: S): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A system that speaks HTTP. */
export const web = async (answer: RequestListener): Promise<{ port: number; server: Server }> => {
  const server = createServer(answer);
  return { server, port: await portOf(server) };
};
/** Speaks bytes, not HTTP. */
export const raw = async (speak: (socket: Socket) => void): Promise<number> =>
  await portOf(
    createRawServer((socket) => {
      socket.on('error', () => undefined);
      speak(socket);
    }),
  );

interface Line {
  readonly level: string;
  readonly text: string;
}
const logTo = (lines: Line[]) => {
  const at = (level: string) => (fields: object, message: string) => void lines.push({ level, text: `${message} ${JSON.stringify(fields)}` });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
};

/** The gateway as a plugin has it that may call these origins, and what it writes to the log. */
export function outboundTo(allow: readonly string[], input: Partial<OutboundGatewayInput> = {}) {
  const lines: Line[] = [];
  const gateway = new OutboundGateway({ log: logTo(lines), inTransaction: () => false, allow, ...input });
  onTestFinished(() => gateway.close());
  return { gateway, lines, ...gateway.forPlugin('p', []) };
}
/** The same for one port of this computer. */
export const local = (port: number) => outboundTo([`http://127.0.0.1:${port}`]);
export const get = (url: string, more: Partial<OutboundRequest> = {}): OutboundRequest => ({ url, method: 'GET', ...more });

/** @throws AssertionError when it went well */
export async function failing(call: Promise<OutboundReply>): Promise<OutboundError> {
  const error = await call.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(OutboundError);
  return error as OutboundError;
}
