import { DAY_MS, dayOf, moneyFromWire, parseDay, weekdayOf } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type CSSProperties, type KeyboardEvent, useMemo } from 'react';
import type { MonthSheet } from '../../contract/index.ts';
import { daysOfMonth } from '../../domain/month/month.ts';
import { yuan } from '../vocabulary.ts';

const WEEK = 7;
const MONDAY = parseDay('2024-01-01');

interface CalendarProps {
  readonly sheet: MonthSheet;
  readonly chosen: string | null;
  readonly onChoose: (day: string | null) => void;
}

/** Arrow keys walk over the days. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -WEEK, ArrowDown: WEEK };
  const step = steps[event.key];
  if (step === undefined) return;
  const days = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button')];
  const at = days.indexOf(document.activeElement as HTMLButtonElement);
  event.preventDefault();
  days[Math.min(Math.max(0, at + step), days.length - 1)]?.focus();
}

/** The month as a calendar whose days are the darker the more they cost; a day can be chosen to see its prescriptions alone. */
export function MonthCalendar({ sheet, chosen, onChoose }: CalendarProps) {
  const { t, language } = usePlugin();
  const days = useMemo(() => daysOfMonth(sheet.month), [sheet.month]);
  const sums = useMemo(() => new Map(sheet.days.map((one) => [one.day, one])), [sheet.days]);
  const most = Math.max(1, ...sheet.days.filter((one) => one.day.startsWith(sheet.month)).map((one) => one.totalPrice));
  const weekdays = useMemo(() => {
    const name = new Intl.DateTimeFormat(language === 'en' ? 'en' : language === 'zhtw' ? 'zh-TW' : 'zh-CN', { weekday: 'narrow', timeZone: 'Asia/Shanghai' });
    return Array.from({ length: WEEK }, (_, at) => ({ day: dayOf(MONDAY + at * DAY_MS), text: name.format(MONDAY + at * DAY_MS) }));
  }, [language]);
  return (
    <section className="chm-calendar" aria-label={t('month.calendar')}>
      <div className="chm-week" aria-hidden="true">
        {weekdays.map(({ day, text }) => (
          <span key={day}>{text}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a calendar of buttons; a fieldset would bring a frame of its own */}
      <div className="chm-days" role="group" aria-label={sheet.month} onKeyDown={walk}>
        {days.map((day, at) => {
          const sum = sums.get(day);
          const heat = sum ? 0.12 + (0.78 * sum.totalPrice) / most : 0;
          const label = t('month.calendarDay', { day, amount: yuan(sum?.totalPrice ?? 0), n: sum?.prescriptions ?? 0 });
          return (
            <button
              key={day}
              type="button"
              className="chm-day"
              style={{ '--chm-heat': `${Math.round(heat * 100)}%`, ...(at === 0 ? { gridColumnStart: weekdayOf(day) } : {}) } as CSSProperties}
              data-hot={heat > 0.55 || undefined}
              data-empty={sum === undefined || undefined}
              title={label}
              aria-pressed={chosen === day}
              onClick={() => onChoose(chosen === day ? null : day)}
            >
              <span>{Number(day.slice(8))}</span>
              {sum && <small>{Math.round(moneyFromWire(sum.totalPrice) / 100).toLocaleString('en')}</small>}
              <span className="nephra-visually-hidden"> {label}</span>
            </button>
          );
        })}
      </div>
    </section>
  );
}
