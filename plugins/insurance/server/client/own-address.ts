import { networkInterfaces } from 'node:os';

/** Address and card of this server, as 9001 wants them. */
export function ownAddress(): { readonly ip: string; readonly mac: string } {
  const cards = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const card = cards.find(({ internal, family }) => !internal && family === 'IPv4') ?? cards.find(({ family }) => family === 'IPv4');
  return { ip: card?.address ?? '127.0.0.1', mac: (card?.mac ?? '00:00:00:00:00:00').replaceAll(':', '-').toUpperCase() };
}
