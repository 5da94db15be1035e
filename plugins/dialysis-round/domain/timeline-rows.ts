import { ufRate } from '../../dialysis-file/contract/index.ts';
import type { TimelineReply, TreatmentColumns } from '../contract/timeline.schema.ts';

/** A treatment on the axis. Weights kg, ml/kg/h, mmHg. */
export interface TimelineRow {
  readonly sessionId: string;
  readonly day: string;
  /** Milliseconds: noon of the day, so that events of the day stand beside it. */
  readonly at: number;
  readonly mode: string;
  readonly pre: number | null;
  readonly post: number | null;
  /** In force on that day. */
  readonly dry: number | null;
  readonly ufRate: number | null;
  readonly uf: number | null;
  readonly minutes: number | null;
  readonly before: readonly [number | null, number | null];
  readonly after: readonly [number | null, number | null];
  readonly complications: readonly string[];
}

/** Noon of a day in the time of the facility. */
export const noonOf = (day: string): number => Date.parse(`${day}T12:00:00+08:00`);

const oneDecimal = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);

/** Walks along dry weights with the treatments, both in order of days. */
function dryWeightsBeside(days: readonly string[], weights: TimelineReply['dryWeights']): readonly (number | null)[] {
  let at = -1;
  return days.map((day) => {
    for (let next = weights[at + 1]; next !== undefined && next.from <= day; next = weights[at + 1]) at += 1;
    return weights[at]?.kg ?? null;
  });
}

const cell = <T>(column: readonly T[], at: number): T | null => column[at] ?? null;

/** Treatments of the columns, each with the dry weight of its day and the rate by the weight after it. */
export function rowsOf({ treatments, dryWeights, complications }: Pick<TimelineReply, 'treatments' | 'dryWeights' | 'complications'>): readonly TimelineRow[] {
  const { id, day, mode, pre, post, uf, minutes }: TreatmentColumns = treatments;
  const dry = dryWeightsBeside(day, dryWeights);
  const kinds = new Map<number, string[]>();
  for (const { at, kind } of complications) kinds.set(at, [...(kinds.get(at) ?? []), kind]);
  return id.map((sessionId, at): TimelineRow => {
    const on = day[at] ?? '';
    const weight = cell(post, at) ?? cell(dry, at);
    return {
      ...{ sessionId, day: on, at: noonOf(on), mode: mode[at] ?? '', pre: cell(pre, at), post: cell(post, at), dry: cell(dry, at) },
      ufRate: oneDecimal(ufRate({ ufMl: cell(uf, at), minutes: cell(minutes, at), kg: weight }).value),
      ...{ uf: cell(uf, at), minutes: cell(minutes, at) },
      before: [cell(treatments.systolicBefore, at), cell(treatments.diastolicBefore, at)],
      after: [cell(treatments.systolicAfter, at), cell(treatments.diastolicAfter, at)],
      complications: kinds.get(at) ?? [],
    };
  });
}

/** The treatment nearest to a moment; undefined where there is none. Rows are in order of days. */
export function nearestRow(rows: readonly TimelineRow[], moment: number): TimelineRow | undefined {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.at ?? 0) < moment) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [rows[low - 1], rows[low]];
  if (!before || !after) return after ?? before;
  return moment - before.at <= after.at - moment ? before : after;
}

/** Steps of the dry weight up to the end of the axis. */
export function dryWeightSteps(weights: TimelineReply['dryWeights'], last: number): readonly (readonly [number, number])[] {
  const steps = weights.map(({ from, kg }) => [noonOf(from), kg] as const).filter(([at]) => at <= last);
  const end = steps.at(-1);
  return end && end[0] < last ? [...steps, [last, end[1]] as const] : steps;
}

/** What happened on a day: an access, a prescription, an outcome. */
export interface TimelineEvent {
  readonly at: number;
  readonly day: string;
  readonly what: 'access-made' | 'access-ended' | 'access-event' | 'prescription' | 'outcome' | 'complication';
  /** Code of the kind; of a prescription its mode. */
  readonly kind: string;
  /** Minutes of a prescription. */
  readonly minutes: number | null;
  readonly note: string;
}

const eventAt = (day: string, what: TimelineEvent['what'], kind: string, over: Partial<TimelineEvent> = {}): TimelineEvent => ({
  ...{ at: noonOf(day), day, what, kind, minutes: null, note: '' },
  ...over,
});

/** All marks in order of days. */
export function eventsOf(reply: TimelineReply): readonly TimelineEvent[] {
  const { accesses, accessEvents, prescriptions, outcome, complications, treatments } = reply;
  return [
    ...accesses.flatMap(({ kind, from, to, site }) => [
      ...(from === null ? [] : [eventAt(from, 'access-made', kind, { note: site })]),
      ...(to === null ? [] : [eventAt(to, 'access-ended', kind, { note: site })]),
    ]),
    ...accessEvents.map(({ kind, on, note }) => eventAt(on, 'access-event', kind, { note })),
    ...prescriptions.map(({ on, mode, minutes }) => eventAt(on, 'prescription', mode, { minutes })),
    ...complications.map(({ at, kind }) => eventAt(treatments.day[at] ?? reply.today, 'complication', kind)),
    ...(outcome ? [eventAt(outcome.on, 'outcome', outcome.kind)] : []),
  ].toSorted((one, other) => one.at - other.at);
}

/** The whole axis: from the first treatment or value to today, with a day of air on both sides. Events long before it do not stretch it. */
export function wholeSpan(reply: TimelineReply, rows: readonly TimelineRow[]): readonly [number, number] {
  const DAY_MS = 86_400_000;
  const last = noonOf(reply.today);
  const first = Math.min(rows[0]?.at ?? last, ...(reply.labs[0] ? [noonOf(reply.labs[0].on)] : []));
  return [Math.min(first, last - 14 * DAY_MS) - DAY_MS, last + DAY_MS];
}
