import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { jobBoard, type JobBoard, type ServerContext } from '@nephra/plugin-sdk/server';
import { outsideAuditWork } from './outside-audit.ts';
import { ownBoard } from './outside-jobs.ts';
import type { PackageReach } from './package-reach.ts';

type Doors = Pick<ServerContext<never>, 'publish' | 'extensions' | 'socket' | 'service' | 'optionalService' | 'numbers' | 'auditWork' | 'log'>;

/**
 * Frames that a package from outside may push, each as often as its text has 4 KB. Each is a row, and is written to every window that it is for: who does not
 * read as fast as it comes is cut off.
 */
const PUSHES = { perSecond: 50, atOnce: 500, bytesOfOne: 4_096 };

/** Counts what was pushed; what is refused costs nothing. @param now milliseconds of a line of time that goes on */
function pushBudget({ perSecond, atOnce, bytesOfOne }: typeof PUSHES, now: () => number): (bytes: number) => boolean {
  let left = atOnce;
  let at = now();
  return (bytes) => {
    const before = at;
    at = now();
    left = Math.min(atOnce, left + ((at - before) / 1_000) * perSecond);
    const cost = 1 + Math.floor(bytes / bytesOfOne);
    if (left < cost) return false;
    left -= cost;
    return true;
  };
}

/**
 * What a package from outside says to others: events, numbers and entries of audit in its own name, frames within a budget; and what it takes of them: additions
 * where its manifest names whose they are, and of all jobs its own.
 */
export function outsideDoors(
  pluginId: string,
  reach: PackageReach,
  { publish, extensions, socket, service, optionalService, numbers, auditWork, log }: Doors,
  limits = PUSHES,
  now: () => number = () => performance.now(),
): Omit<Doors, 'log'> {
  const mayPush = pushBudget(limits, now);
  const isOwn = (name: string): boolean => name.startsWith(`${pluginId}.`) && reach.foreignOwner(name) === undefined;
  const ofOthers = <T>(id: string, found: T): T => (id === jobBoard.id && found !== undefined ? (ownBoard(found as JobBoard, isOwn) as T) : found);
  return {
    service: (token) => ofOthers(token.id, service(token)),
    optionalService: (token) => ofOthers(token.id, optionalService(token)),
    numbers: {
      next: async (series, format) => {
        const owner = reach.foreignOwner(series);
        // Its counter would have gaps, or stand where nobody can count on.
        if (owner !== undefined) throw new Error(`The numbers ${series} are of ${owner}: ${pluginId} counts in series whose names begin with ${pluginId}.`);
        return await numbers.next(series, format);
      },
    },
    auditWork: outsideAuditWork(pluginId, auditWork),
    publish: (event, payload) => {
      const owner = reach.foreignOwner(event.id);
      if (owner === undefined) return publish(event, payload);
      // Whoever publishes from a process hears nothing of it: its vendor reads it in the log of the plugin.
      const told = `The event ${event.id} is of ${owner}: ${pluginId} publishes events whose names begin with ${pluginId}.`;
      log.error({ event: event.id }, told);
      throw new Error(told);
    },
    extensions: (token) => {
      const owner = reach.hiddenOwner(token.id);
      if (owner !== undefined)
        throw new AppError('core.reach-undeclared', { code: EnvelopeCode.Forbidden, params: { plugin: pluginId, owner, what: token.id } });
      return extensions(token);
    },
    socket: {
      push: async (target, frames, frame, body) => {
        if (!mayPush(JSON.stringify(body).length))
          throw new Error(`${pluginId} pushes more than ${limits.perSecond} frames a second: push that there is something new, and let pages read it.`);
        await socket.push(target, frames, frame, body);
      },
    },
  };
}
