import { Button, IconRefresh, Input, Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, EmptyState, ErrorCard, ListSkeleton, Pager, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { MonthPatientRow } from '../../contract/index.ts';
import { walkList } from '../desk/queue.panel.tsx';
import { money, payerText, personText } from '../vocabulary.ts';
import { MONTH_STATES, monthStates } from './month-words.ts';
import type { MonthStore } from './month.store.ts';

const SEARCH_DELAY_MS = 250;
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
  const list = useRef<HTMLUListElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (keyword: string) => {
    patients.setDraft({ keyword });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void patients.search(), SEARCH_DELAY_MS);
  };
  const intoList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    list.current?.querySelector<HTMLButtonElement>('button[data-row]')?.focus();
  };
  return (
    <div className="ch-queue">
      <div className="chm-search">
        <Input
          value={patients.draft.keyword ?? ''}
          showClear
          placeholder={t('month.keyword')}
          aria-label={t('month.keyword')}
          onChange={search}
          onKeyDown={intoList}
        />
        <Select
          value={patients.draft.reimWay ?? ''}
          aria-label={t('month.payer')}
          onChange={(value) => {
            patients.setDraft({ reimWay: value === '' ? undefined : String(value) });
            void patients.search();
          }}
          optionList={[{ value: '', label: t('month.allPayers') }, ...PAYERS.map((payer) => ({ value: payer, label: payerText(t, payer) }))]}
        />
        <Button theme="borderless" type="tertiary" icon={<IconRefresh />} aria-label={t('month.refresh')} onClick={() => void store.reread()} />
      </div>
      <StateChips store={store} />
      {patients.state.kind === 'failed' && <ErrorCard error={patients.state.error} onRetry={() => void patients.reload()} />}
      {patients.state.kind === 'loading' && patients.state.first && <ListSkeleton />}
      {patients.state.kind === 'ready' && patients.rows.length === 0 && <EmptyState text={t('month.nobody')} />}
      <ul ref={list} className="ch-rows" aria-label={t('month.patients')} onKeyDown={walkList}>
        {patients.rows.map((row) => (
          <PatientRow key={row.patientId} row={row} active={row.patientId === store.openId} onOpen={() => void store.open(row.patientId)} />
        ))}
      </ul>
      {patients.total > patients.rows.length && (
        <Pager
          total={patients.total}
          currentPage={patients.currentPage}
          pageSize={patients.pageSize}
          onPage={(page) => void patients.goToPage(page)}
          onPageSize={(size) => void patients.setPageSize(size)}
        />
      )}
    </div>
  );
});

interface PatientRowProps {
  readonly row: MonthPatientRow;
  readonly active: boolean;
  readonly onOpen: () => void;
}

const PatientRow = observer(function PatientRow({ row, active, onOpen }: PatientRowProps) {
  const { t } = usePlugin();
  return (
    <li>
      <button type="button" className="ch-row" data-row aria-current={active || undefined} onClick={onOpen}>
        <span className="ch-row-line">
          <strong>{row.patientName}</strong>
          <span className="ch-soft">{personText(t, row)}</span>
          <AmountText amount={money(row.totalPrice)} strong />
        </span>
        <span className="ch-row-line ch-soft">
          <span>{row.outpatientCode}</span>
          <span>{payerText(t, row.reimWay)}</span>
          <StatusTag value={row.state} table={monthStates(t)} />
        </span>
      </button>
    </li>
  );
});
