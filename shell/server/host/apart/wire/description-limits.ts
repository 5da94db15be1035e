import type { Description } from './messages.ts';

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);

/**
 * What the server takes from a process at its word is taken in measure: each route is bound and each job planned in the server itself.
 * @returns what is too much, with the limit; undefined: nothing
 */
export function excessOf({ implementations, migrations, services, extensions, subscribers, jobs, sockets, documents }: Description): string | undefined {
  const counts: readonly (readonly [what: string, count: number, most: number])[] = [
    ['routes', sum(implementations.map(({ contract, handlers }) => Math.max(Object.keys(contract.routes).length, handlers.length))), 2_000],
    ['migrations', migrations.length, 2_000],
    ['services', services.length, 300],
    ['additions', extensions.length, 1_000],
    ['subscribers', subscribers.length, 300],
    ['jobs', jobs.length, 100],
    ['frames', sum(sockets.map(({ frames }) => Object.keys(frames.hears).length + Object.keys(frames.pushes).length)), 500],
    ['records', Object.keys(documents).length, 500],
  ];
  const found = counts.find(([, count, most]) => count > most);
  return found && `it brings ${found[1]} ${found[0]}; at most ${found[2]}`;
}
