import { moneyFromWire } from '@nephra/plugin-sdk/contract';
import { Button, Checkbox, DatePicker, Input, SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, DateText, EmptyState, ErrorCard, ListSkeleton, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { HistoryRow } from '../../contract/index.ts';
import { PackageLines } from '../packages/package-lines.tsx';
import { rxTable } from '../vocabulary.ts';
import type { WorkAreaStore } from '../work-area/work-area.store.ts';
import { copyNotes, HistoryStore } from './history.store.ts';
import '../packages/packages.css';
import '../work-area/lines/explain.css';
import './history.css';

interface HistoryDrawerProps {
  readonly area: WorkAreaStore;
  readonly patientId: string;
  readonly patientName: string;
  readonly onClose: () => void;
}

/** Earlier prescriptions of a patient; a whole one or some of its lines can be copied into the prescription that is open. */
export const HistoryDrawer = observer(function HistoryDrawer({ area, patientId, patientName, onClose }: HistoryDrawerProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new HistoryStore(ctx.http, patientId));
  useEffect(() => void store.load(), [store]);
  const copy = async (row: HistoryRow) => {
    const { dpId } = row;
    const target = area.active;
    if (dpId === null || !target) return;
    const { dpDate, reimWay } = target.content.fields;
    const reply = await store.copy(dpId, dpDate, reimWay);
    if (!reply) return;
    area.takeLines(reply.list);
    const notes = copyNotes(t, reply);
    if (notes === '') ctx.toast.success(t('history.copied', { n: reply.list.length }));
    else ctx.toast.warning(notes);
    onClose();
  };
  const { filter, rows, state } = store;
  return (
    <SideSheet visible title={`${patientName} · ${t('history.title')}`} width="min(760px, 100vw)" onCancel={onClose}>
      <div className="rx-history-filters">
        <DatePicker
          type="dateRange"
          format="yyyy-MM-dd"
          aria-label={t('history.period')}
          placeholder={t('history.period')}
          onChange={(_, text) => {
            const [startDate = '', endDate = ''] = Array.isArray(text) ? text.map(String) : [];
            store.setFilter({ startDate, endDate });
          }}
        />
        <Input
          showClear
          defaultValue={filter.drugKeyword}
          placeholder={t('history.drug')}
          aria-label={t('history.drug')}
          onEnterPress={(event) => store.setFilter({ drugKeyword: event.currentTarget.value })}
          onClear={() => store.setFilter({ drugKeyword: '' })}
        />
        <Checkbox checked={filter.confirmedOnly} onChange={(event) => store.setFilter({ confirmedOnly: event.target.checked === true })}>
          {t('history.confirmedOnly')}
        </Checkbox>
      </div>
      <ul className="rx-history" aria-label={t('history.title')} aria-busy={state.kind === 'loading'}>
        {rows.map((row) => (
          <Entry key={row.dpId} row={row} store={store} canCopy={area.canTake} onCopy={() => void copy(row)} />
        ))}
      </ul>
      {state.kind === 'failed' && <ErrorCard error={state.error} onRetry={() => void store.more()} />}
      {state.kind === 'loading' && rows.length === 0 && <ListSkeleton />}
      {state.kind === 'ready' && rows.length === 0 && <EmptyState text={t('history.none')} />}
      {state.kind === 'ready' && !store.complete && (
        <Button block theme="borderless" type="tertiary" onClick={() => void store.more()}>
          {t('list.more')}
        </Button>
      )}
    </SideSheet>
  );
});

interface EntryProps {
  readonly row: HistoryRow;
  readonly store: HistoryStore;
  readonly canCopy: boolean;
  readonly onCopy: () => void;
}

const Entry = observer(function Entry({ row, store, canCopy, onCopy }: EntryProps) {
  const { t } = usePlugin();
  const dpId = row.dpId ?? '';
  const open = store.openId === dpId;
  const { lines } = store;
  const chosen = new Set((lines ?? []).flatMap(({ detailId }, at) => (store.left.has(detailId) ? [] : [at])));
  const rest = row.lineCount - row.drugNames.length;
  return (
    <li className="rx-charge">
      <header>
        <button type="button" className="nk-text-button" aria-expanded={open} onClick={() => void store.toggleOpen(dpId)}>
          {row.dpNumber}
        </button>
        <DateText value={row.dpDate} />
        <span>{row.workerName}</span>
        <StatusTag value={row.rxStatus} table={rxTable(t)} />
        <AmountText amount={moneyFromWire(row.totalPrice)} strong />
      </header>
      {!open && <p className="rx-history-names">{`${row.drugNames.join(t('listMark'))}${rest > 0 ? t('history.rest', { n: rest }) : ''}`}</p>}
      {open && lines === null && <ListSkeleton />}
      {open && lines !== null && (
        <PackageLines
          lines={lines}
          chosen={canCopy ? chosen : undefined}
          onChoose={(at) => {
            const line = lines[at];
            if (line) store.toggle(line.detailId);
          }}
        />
      )}
      {canCopy && (
        <div className="rx-packages-acts">
          <Button size="small" theme="light" type="primary" disabled={store.copying || (open && chosen.size === 0)} onClick={onCopy}>
            {open && store.left.size > 0 ? t('history.copySome', { n: chosen.size }) : t('history.copyAll')}
          </Button>
        </div>
      )}
    </li>
  );
});
