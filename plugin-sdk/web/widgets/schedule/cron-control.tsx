import { Input, Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { useState } from 'react';
import { type CronPlan, type CronPlanKind, cronOf, MINUTE_STEPS, planOf, turnedTo } from './cron-plan.ts';
import { cronTextIn, cronWords, two, WEEKDAYS } from './cron-words.ts';
import './cron-control.css';

export interface CronControlProps {
  /** Five fields: minute hour day month weekday. */
  readonly value: string;
  readonly onChange: (cron: string) => void;
  /** Of the first control, for a label around. */
  readonly id?: string;
  readonly disabled?: boolean;
}

const KINDS: readonly CronPlanKind[] = ['minutes', 'hourly', 'daily', 'weekly', 'monthly', 'own'];
const MINUTES = Array.from({ length: 60 }, (_, at) => at);
const MONTH_DAYS = Array.from({ length: 31 }, (_, at) => at + 1);
const WEEK = [1, 2, 3, 4, 5, 6, 0];

export function CronControl({ value, onChange, id, disabled = false }: CronControlProps) {
  const { language } = usePlugin();
  const say = cronTextIn(language);
  // A timetable that is being typed stays one of its own, although a choice might say it.
  const [typing, setTyping] = useState(false);
  const plan: CronPlan = typing ? { kind: 'own', cron: value } : planOf(value);
  const put = (next: CronPlan): void => {
    setTyping(next.kind === 'own');
    onChange(cronOf(next));
  };
  return (
    <div className="nk-cron">
      <Select
        id={id}
        value={plan.kind}
        disabled={disabled}
        aria-label={say('label')}
        optionList={KINDS.map((kind) => ({ value: kind, label: say(kind) }))}
        onChange={(kind) => put(turnedTo(kind as CronPlanKind, plan))}
      />
      {plan.kind === 'minutes' && (
        <Select
          value={plan.every}
          disabled={disabled}
          aria-label={say('minutes')}
          optionList={MINUTE_STEPS.map((n) => ({ value: n, label: n === 1 ? say('everyMinute') : say('everyMinutes', { n }) }))}
          onChange={(every) => put({ ...plan, every: Number(every) })}
        />
      )}
      {plan.kind === 'hourly' && (
        <Select
          value={plan.minute}
          disabled={disabled}
          aria-label={say('minute')}
          optionList={MINUTES.map((m) => ({ value: m, label: say('hourlyAt', { m: two(m) }) }))}
          onChange={(minute) => put({ ...plan, minute: Number(minute) })}
        />
      )}
      {plan.kind === 'weekly' && (
        <Select
          multiple
          className="nk-cron-days"
          maxTagCount={3}
          value={[...plan.days]}
          disabled={disabled}
          aria-label={say('weekdays')}
          optionList={WEEK.map((day) => ({ value: day, label: WEEKDAYS[language][day] }))}
          onChange={(days) => put({ ...plan, days: days as number[] })}
        />
      )}
      {plan.kind === 'monthly' && (
        <Select
          multiple
          className="nk-cron-days"
          maxTagCount={4}
          value={[...plan.days]}
          disabled={disabled}
          aria-label={say('monthDays')}
          optionList={MONTH_DAYS.map((n) => ({ value: n, label: say('oneDay', { n }) }))}
          onChange={(days) => put({ ...plan, days: days as number[] })}
        />
      )}
      {'time' in plan && (
        <Input
          type="time"
          value={plan.time}
          disabled={disabled}
          aria-label={say('time')}
          // An hour that is half typed is none: the one before stays.
          onChange={(time) => time !== '' && put({ ...plan, time })}
        />
      )}
      {plan.kind === 'own' && (
        <Input
          value={plan.cron}
          disabled={disabled}
          maxLength={100}
          aria-label={say('fields')}
          placeholder={say('fields')}
          onChange={(cron) => put({ kind: 'own', cron })}
        />
      )}
      <small className="nk-cron-words">{cronWords(value, language)}</small>
    </div>
  );
}
