import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A registry that has nothing, and remembers what was asked of it. */
export interface EmptyRegistry {
  readonly url: string;
  /** Names of packages. */
  readonly asked: ReadonlySet<string>;
  close(): Promise<void>;
}

/** An address where nothing listens: whoever asks a registry there fails at once. */
export const CLOSED_REGISTRY = 'http://127.0.0.1:1/';

export async function openEmptyRegistry(): Promise<EmptyRegistry> {
  const asked = new Set<string>();
  const server = createServer((request, response) => {
    asked.add(decodeURIComponent((request.url ?? '/').slice(1)));
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
