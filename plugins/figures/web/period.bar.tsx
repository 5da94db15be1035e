import { dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, DateInput, FilterChips } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { PERIOD_NAMES, type PeriodName } from '../domain/period.ts';
import type { FiguresStore } from './figures.store.ts';

/** Which days: by name, or by two days of one's own. */
export const PeriodBar = observer(function PeriodBar({ store }: { readonly store: FiguresStore }) {
  const { t } = usePlugin();
  const { choice, days, flaw } = store;
  return (
    <div className="fg-period">
      <FilterChips<PeriodName>
        label={t('period.label')}
        chips={PERIOD_NAMES.map((value) => ({ value, label: t(`period.${value}`) }))}
        chosen={choice.kind === 'own' || flaw ? undefined : choice.kind}
        onChoose={(kind) => void store.choose({ kind })}
      />
      <div className="fg-days-chosen">
        {(['startDate', 'endDate'] as const).map((field) => (
          <div key={field} className="fg-day-chosen">
            <DateInput label={t(`period.${field}`)} value={parseDay(days[field])} onChange={(instant) => void store.chooseDay(field, dayOf(instant))} />
          </div>
        ))}
      </div>
      {flaw && <Alert kind="error" text={t(`errors.figures.${flaw.key}`, { ...flaw.params })} />}
    </div>
  );
});
