import { mondayOf } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import type { PatternBody } from '../../contract/parts.schema.ts';
import { addDays } from '../../contract/rules/calendar.ts';
import { expandPattern } from '../../contract/rules/expand-pattern.ts';
import type { Choices } from '../asked.ts';

const WEEKS = 4;

interface PatternPreviewProps {
  /** `since`: the pattern runs since that day, and is shown from `from` on. */
  readonly pattern: (PatternBody & { readonly since?: string }) | null;
  readonly choices: Choices;
}

/** The next four weeks of a pattern, from its first day on. */
export function PatternPreview({ pattern, choices }: PatternPreviewProps) {
  const { t } = usePlugin();
  if (!pattern) return null;
  const monday = mondayOf(pattern.from);
  const planned = expandPattern({ ...pattern, from: pattern.since ?? pattern.from, to: null }, pattern.from, addDays(monday, WEEKS * 7 - 1));
  const shiftOn = (date: string): string | undefined => {
    const found = planned.find((one) => one.date === date);
    return found && (choices.shifts.find(({ shiftId }) => shiftId === found.shiftId)?.fullName ?? found.shiftId);
  };
  return (
    <section className="df-preview" aria-label={t('pattern.preview')}>
      <h4>{t('pattern.previewOf', { n: planned.length })}</h4>
      <table>
        <thead>
          <tr>
            {[1, 2, 3, 4, 5, 6, 7].map((day) => (
              <th key={day} scope="col">
                {t(`weekday.${day}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: WEEKS }, (_, week) => addDays(monday, week * 7)).map((first) => (
            <tr key={first}>
              {Array.from({ length: 7 }, (_, day) => addDays(first, day)).map((date) => {
                const shift = shiftOn(date);
                return (
                  <td key={date} data-on={shift ? '' : undefined} data-before={date < pattern.from ? '' : undefined}>
                    <time dateTime={date}>{date.slice(5)}</time>
                    {shift && <small>{shift}</small>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
