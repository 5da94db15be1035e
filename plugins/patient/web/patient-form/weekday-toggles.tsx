import { usePlugin } from '@nephra/plugin-sdk/web';

interface WeekdayTogglesProps {
  readonly id: string;
  readonly label: string;
  readonly value: readonly number[];
  readonly disabled: boolean;
  readonly onChange: (value: readonly number[]) => void;
}

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;
/** The usual rhythms, to be set with one press. */
const RHYTHMS = [
  [1, 3, 5],
  [2, 4, 6],
] as const;

/** Seven days to switch on and off, and the two rhythms that most patients have. */
export function WeekdayToggles({ id, label, value, disabled, onChange }: WeekdayTogglesProps) {
  const { t } = usePlugin();
  const toggle = (day: number) => onChange(value.includes(day) ? value.filter((one) => one !== day) : [...value, day].sort((a, b) => a - b));
  return (
    <fieldset id={id} className="pt-week" aria-label={label} disabled={disabled}>
      {WEEK.map((day) => (
        <button key={day} type="button" className="pt-day" aria-pressed={value.includes(day)} onClick={() => toggle(day)}>
          {t(`weekday.${day}`)}
        </button>
      ))}
      {RHYTHMS.map((rhythm) => (
        <button key={rhythm.join()} type="button" className="nk-text-button" onClick={() => onChange(rhythm)}>
          {t('form.rhythm', { days: rhythm.map((day) => t(`weekday.${day}`)).join(t('listMark')) })}
        </button>
      ))}
    </fieldset>
  );
}
