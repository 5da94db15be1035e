import { Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, Pager, QueueEntry, QueuePanel, StatusTag } from '@nephra/plugin-sdk/widgets';
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
  const chosen = store.patients.filter.state;
  const chips = [{ state: undefined, count: all }, ...MONTH_STATES.map((state) => ({ state, count: counts[state] ?? 0 })).filter((chip) => chip.count > 0)];
  return (
    // biome-ignore lint/a11y/useSemanticElements: chips in a row; a fieldset would bring a frame of its own
    <div className="chm-chips" role="group" aria-label={t('bills.state')}>
      {chips.map(({ state, count }) => (
        <button
          key={state ?? 'all'}
          type="button"
          className="chm-chip"
          data-state={state ?? 'all'}
          aria-pressed={chosen === state}
          onClick={() => void store.filterBy(state)}
        >
          {t(`month.state.${state ?? 'all'}`)} <b>{count}</b>
        </button>
      ))}
    </div>
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
      more={
        <Pager
          total={patients.total}
          currentPage={patients.currentPage}
          pageSize={patients.pageSize}
          onPage={(page) => void patients.goToPage(page)}
          onPageSize={(size) => void patients.setPageSize(size)}
        />
      }
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
