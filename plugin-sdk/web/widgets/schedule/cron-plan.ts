import { evenStep, numbersIn, two } from './cron-words.ts';

/** What a timetable says, as people choose it; `own`: whatever a cron text may say besides. Times are `HH:mm`. */
export type CronPlan =
  | { readonly kind: 'minutes'; readonly every: number }
  | { readonly kind: 'hourly'; readonly minute: number }
  | { readonly kind: 'daily'; readonly time: string }
  | { readonly kind: 'weekly'; readonly days: readonly number[]; readonly time: string }
  | { readonly kind: 'monthly'; readonly days: readonly number[]; readonly time: string }
  | { readonly kind: 'own'; readonly cron: string };

export type CronPlanKind = CronPlan['kind'];

/** Steps that meet the full hour again. */
export const MINUTE_STEPS = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30] as const;

const timeIn = (minute: string, hour: string): string | undefined =>
  /^\d{1,2}$/.test(minute) && /^\d{1,2}$/.test(hour) && Number(minute) < 60 && Number(hour) < 24 ? `${two(Number(hour))}:${two(Number(minute))}` : undefined;

/** What a cron text says; `own` where none of the choices says it. */
export function planOf(cron: string): CronPlan {
  const [minute = '', hour = '', dayOfMonth = '', month = '', weekday = '', ...more] = cron.trim().split(/\s+/);
  const own: CronPlan = { kind: 'own', cron };
  if (month !== '*' || more.length > 0) return own;
  if (hour === '*' && dayOfMonth === '*' && weekday === '*') {
    const every = evenStep(minute, 60);
    if (every !== undefined && every < 60) return { kind: 'minutes', every };
    return /^\d{1,2}$/.test(minute) && Number(minute) < 60 ? { kind: 'hourly', minute: Number(minute) } : own;
  }
  const time = timeIn(minute, hour);
  if (time === undefined) return own;
  if (dayOfMonth === '*' && weekday === '*') return { kind: 'daily', time };
  const days = numbersIn(dayOfMonth === '*' ? weekday : dayOfMonth);
  if (!days || days.length === 0) return own;
  if (dayOfMonth === '*') return days.every((day) => day <= 7) ? { kind: 'weekly', days: [...new Set(days.map((day) => day % 7))], time } : own;
  return weekday === '*' && days.every((day) => day >= 1 && day <= 31) ? { kind: 'monthly', days, time } : own;
}

/** Days of a list in their order, each once; empty: the first that may be. */
const listOf = (days: readonly number[], first: number): string => [...new Set(days)].sort((a, b) => a - b).join(',') || String(first);

const clockOf = (time: string): string => {
  const [hour = '0', minute = '0'] = time.split(':');
  return `${Number(minute)} ${Number(hour)}`;
};

/** The cron text of a plan. */
export function cronOf(plan: CronPlan): string {
  switch (plan.kind) {
    case 'minutes':
      return plan.every === 1 ? '* * * * *' : `*/${plan.every} * * * *`;
    case 'hourly':
      return `${plan.minute} * * * *`;
    case 'daily':
      return `${clockOf(plan.time)} * * *`;
    case 'weekly':
      return `${clockOf(plan.time)} * * ${listOf(plan.days, 1)}`;
    case 'monthly':
      return `${clockOf(plan.time)} ${listOf(plan.days, 1)} * *`;
    default:
      return plan.cron;
  }
}

const timeOf = (plan: CronPlan): string => ('time' in plan ? plan.time : '03:00');

/** The plan of another kind that keeps what both can say. */
export function turnedTo(kind: CronPlanKind, plan: CronPlan): CronPlan {
  if (kind === plan.kind) return plan;
  if (kind === 'minutes') return { kind, every: 10 };
  if (kind === 'hourly') return { kind, minute: 0 };
  if (kind === 'daily') return { kind, time: timeOf(plan) };
  if (kind === 'weekly') return { kind, days: [1], time: timeOf(plan) };
  if (kind === 'monthly') return { kind, days: [1], time: timeOf(plan) };
  return { kind, cron: cronOf(plan) };
}
