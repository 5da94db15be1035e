import { Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, FilterChips, ListPager, QueueEntry, QueuePanel, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { money, payerText, personText } from '../vocabulary.ts';
import { MONTH_STATES, monthStates } from './month-words.ts';
import type { MonthStore } from './month.store.ts';

const PAYERS = ['310', '390', '0'];

/** State chips with counts; pressing one shows only those patients. */
const StateChips = observer(function StateChips({ store }: { readonly store: MonthStore }) {
  const { t } = usePlugin();
  const counts = store.totals?.states ?? {};
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0);
  const shown = MONTH_STATES.filter((state) => (counts[state] ?? 0) > 0);
  return (
    <FilterChips
      label={t('bills.state')}
      chips={(['all', ...shown] as const).map((value) => ({ value, label: t(`month.state.${value}`), count: value === 'all' ? all : counts[value] }))}
      chosen={store.patients.filter.state ?? 'all'}
      onChoose={(value) => void store.filterBy(value === 'all' ? undefined : value)}
    />
  );
});

/** Patients of the month with their state and sum. */
export const MonthPatientsPanel = observer(function MonthPatientsPanel({ store }: { readonly store: MonthStore }) {
  const { t } = usePlugin();
  const { patients } = store;
  return (
    <QueuePanel
      store={patients}
      label={t('month.patients')}
      searchLabel={t('month.keyword')}
      refreshLabel={t('month.refresh')}
      onRefresh={() => void store.reread()}
      emptyText={t('month.nobody')}
      openKey={store.openId}
      onOpen={(row) => void store.open(row.patientId)}
      beside={
        <Select
          value={patients.draft.reimWay ?? ''}
          aria-label={t('month.payer')}
          onChange={(value) => {
            patients.setDraft({ reimWay: value === '' ? undefined : String(value) });
            void patients.search();
          }}
          optionList={[{ value: '', label: t('month.allPayers') }, ...PAYERS.map((payer) => ({ value: payer, label: payerText(t, payer) }))]}
        />
      }
      more={<ListPager store={patients} label={t('month.patients')} />}
      renderRow={(row) => (
        <QueueEntry name={row.patientName} about={personText(t, row)} end={<AmountText amount={money(row.totalPrice)} strong />}>
          <span>{row.outpatientCode}</span>
          <span>{payerText(t, row.reimWay)}</span>
          <StatusTag value={row.state} table={monthStates(t)} />
        </QueueEntry>
      )}
    >
      <StateChips store={store} />
    </QueuePanel>
  );
});
