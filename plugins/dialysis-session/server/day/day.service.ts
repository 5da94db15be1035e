import { dialysisDirectory } from '../../../dialysis-file/contract/index.ts';
import type { DialysisDay } from '../../contract/day.service.ts';
import { type EventKind, RED_EVENTS } from '../../contract/fields.ts';
import { readingDueAt } from '../../domain/due.ts';
import { minutesOf } from '../reading/around.ts';
import { entryTable, type EntryStored } from '../tables/entry.table.ts';
import { sessionTable } from '../tables/session.table.ts';
import type { WorkCtx } from '../tables/tables.ts';
import { pressureOf } from './today.query.ts';

const MAX_SESSIONS = 1_000;
const MAX_SHOWN = 10_000;
const RUNNING = 3;

const isRed = ({ fields }: EntryStored['content']): boolean => RED_EVENTS.includes((fields as { readonly kind?: unknown } | undefined)?.kind as EventKind);

/** Treatments of a day for screens (`dialysis-session.day@1`). */
export function dialysisDayOf(ctx: WorkCtx): DialysisDay {
  return {
    async progress(orgId, date) {
      const sessions = await sessionTable
        .everywhere(ctx, 'for screens of the facility that is asked for; no patient and no name is in the answer', 's')
        .where('s.orgId', '=', orgId)
        .where('s.day', '=', date)
        .orderBy('s.id')
        .limit(MAX_SESSIONS)
        .execute();
      const running = sessions.filter(({ state }) => state === RUNNING).map(({ id }) => id);
      const entries =
        running.length === 0
          ? []
          : await entryTable
              .everywhere(ctx, 'of the running treatments of that facility; whether something was recorded, not what', 'e')
              .where('e.orgId', '=', orgId)
              .where('e.sessionId', 'in', running)
              .where('e.kind', 'in', ['reading', 'adjust', 'event'])
              .orderBy('e.at')
              .orderBy('e.id')
              .limit(MAX_SHOWN)
              .execute();
      const entriesOf = new Map<string, EntryStored[]>();
      for (const entry of entries) entriesOf.set(entry.sessionId, [...(entriesOf.get(entry.sessionId) ?? []), entry]);
      const names = ['readingEveryMinutes', 'secondCheckMinutes', 'systolicLow', 'systolicHigh'] as const;
      const limits = await ctx.service(dialysisDirectory).someLimits(orgId, names);
      return sessions.map((session) => {
        const own = entriesOf.get(session.id) ?? [];
        const startedAt = session.startedAt?.getTime() ?? null;
        const runs = session.state === RUNNING;
        return {
          ...{ slotId: session.slotId, state: session.state, startedAt, minutes: minutesOf(session, own) },
          readingDueAt: runs ? readingDueAt(startedAt, session.lastReadingAt?.getTime() ?? null, limits.readingEveryMinutes) : null,
          check2DueAt: runs && startedAt !== null && session.check2At === null ? startedAt + limits.secondCheckMinutes * 60_000 : null,
          pressureOff: runs && pressureOf(own, limits.systolicLow, limits.systolicHigh).pressureOff,
          redEvent: runs && own.some(({ kind, content }) => kind === 'event' && isRed(content)),
        };
      });
    },
  };
}
