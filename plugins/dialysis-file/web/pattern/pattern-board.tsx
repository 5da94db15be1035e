import { usePlugin } from '@nephra/plugin-sdk/web';
import { MAX_CYCLE_WEEKS } from '../../contract/limits.ts';
import type { PatternBody } from '../../contract/parts.schema.ts';
import type { Choices } from '../asked.ts';
import { PRESETS, presetSlots, slotAt, withSlot } from './pattern-draft.ts';

type Slots = PatternBody['slots'];

interface PatternBoardProps {
  readonly id: string;
  readonly cycleWeeks: number;
  readonly slots: Slots;
  readonly choices: Choices;
  readonly onChange: (slots: Slots, cycleWeeks: number) => void;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const CYCLES = Array.from({ length: MAX_CYCLE_WEEKS }, (_, at) => at + 1);

/** The cycle of a pattern: a row for each weekday, a column for each week, a shift in each cell. A phone shows all of it. */
export function PatternBoard({ id, cycleWeeks, slots, choices, onChange }: PatternBoardProps) {
  const { t } = usePlugin();
  const weeks = Array.from({ length: cycleWeeks }, (_, week) => week);
  const shiftId = slots[0]?.shiftId ?? choices.shifts[0]?.shiftId ?? '';
  return (
    <div className="df-board">
      <div className="df-presets">
        {PRESETS.map((preset) => (
          <button key={preset.key} type="button" className="df-preset" onClick={() => onChange(presetSlots(preset, shiftId), preset.weeks.length)}>
            {t(`preset.${preset.key}`)}
          </button>
        ))}
        <label className="df-cycle">
          {t('pattern.cycle')}
          <select value={cycleWeeks} onChange={({ target }) => onChange(slots, Number(target.value))}>
            {CYCLES.map((cycle) => (
              <option key={cycle} value={cycle}>
                {t('pattern.weeks', { n: cycle })}
              </option>
            ))}
          </select>
        </label>
      </div>
      <table id={id} tabIndex={-1} className="df-cells">
        <thead>
          <tr>
            <th scope="col">
              <span className="df-hidden">{t('pattern.day')}</span>
            </th>
            {weeks.map((week) => (
              <th key={week} scope="col">
                {cycleWeeks === 1 ? t('pattern.everyWeek') : t('pattern.week', { n: week + 1 })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.map((weekday) => (
            <tr key={weekday}>
              <th scope="row">{t(`weekdayLong.${weekday}`)}</th>
              {weeks.map((week) => {
                const slot = slotAt(slots, week, weekday);
                const place = t('pattern.cell', { week: week + 1, day: t(`weekdayLong.${weekday}`) });
                return (
                  <td key={week} data-on={slot ? '' : undefined}>
                    <select
                      aria-label={place}
                      value={slot?.shiftId ?? ''}
                      onChange={({ target }) => onChange(withSlot(slots, week, weekday, { shiftId: target.value }), cycleWeeks)}
                    >
                      <option value="">–</option>
                      {choices.shifts.map((shift) => (
                        <option key={shift.shiftId} value={shift.shiftId}>
                          {shift.fullName}
                        </option>
                      ))}
                    </select>
                    {slot && choices.stations.length > 0 && (
                      <select
                        aria-label={`${place} ${t('pattern.station')}`}
                        value={slot.stationId ?? ''}
                        onChange={({ target }) => onChange(withSlot(slots, week, weekday, { stationId: target.value || null }), cycleWeeks)}
                      >
                        <option value="">{t('pattern.anyStation')}</option>
                        {choices.stations.map(({ stationId, code, zone }) => (
                          <option key={stationId} value={stationId}>
                            {`${code} (${zone})`}
                          </option>
                        ))}
                      </select>
                    )}
                    {slot?.mode && <small>{slot.mode}</small>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
