import { quantityFromWire } from '@nephra/plugin-sdk/contract';
import { Button, IconArrowLeft, IconPrint, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, type Column, DataTable, EmptyState, FilterChips, printDocument, QuantityInput, StatusTag, useButtonCheck } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useMemo, useState } from 'react';
import type { CountInfo, CountLine } from '../../contract/index.ts';
import { countBases, countStates, signed, type Text } from '../vocabulary.ts';
import { countPaper } from './count.paper.ts';
import type { CountsStore, SheetFilter } from './counts.store.ts';

const FILTERS: readonly SheetFilter[] = ['all', 'open', 'different'];

/** One figure; it is kept when the field is left or Enter is pressed, which also goes to the next one. */
const CountedCell = observer(function CountedCell({
  store,
  line,
  disabled,
}: {
  readonly store: CountsStore;
  readonly line: CountLine;
  readonly disabled: boolean;
}) {
  const { t } = usePlugin();
  const stored = line.counted === null ? null : quantityFromWire(line.counted);
  const [typed, setTyped] = useState(stored);
  const [shown, setShown] = useState(stored);
  if (shown !== stored) {
    setShown(stored);
    setTyped(stored);
  }
  return (
    <QuantityInput
      value={typed}
      disabled={disabled}
      invalid={typed !== null && typed < 0}
      placeholder=""
      aria-label={t('count.countedOf', { name: line.drugName, lot: line.lotNo })}
      onChange={setTyped}
      onBlur={() => {
        if (typed === null || typed >= 0) void store.type(line.lotId, typed);
      }}
    />
  );
});

/** Enter leaves the field for the same one a row further down. */
function nextField(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('.ph-counted input:not(:disabled)')];
  const next = fields[fields.indexOf(event.target) + 1];
  if (next) next.focus();
  else event.target.blur();
}

const columnsOf = (t: Text, store: CountsStore, sheet: CountInfo, editable: boolean): Column<CountLine>[] => [
  { prop: 'drugName', label: t('stock.drugName'), minWidth: 150, fixed: 'left', always: true },
  { prop: 'location', label: t('stock.location'), width: 100 },
  { prop: 'drugSpec', label: t('stock.drugSpec'), minWidth: 110 },
  { prop: 'lotNo', label: t('stock.lotNo'), width: 120 },
  { prop: 'expiresOn', label: t('stock.expiresOn'), width: 112 },
  { prop: 'snapshot', label: t('count.snapshot'), width: 122, align: 'right', render: (row) => `${row.snapshot} ${row.unit}` },
  {
    prop: 'since',
    label: t('count.since'),
    width: 122,
    align: 'right',
    render: (row) => {
      const since = (sheet.state === 'open' ? (row.book ?? row.onHand) : (row.book ?? row.snapshot)) - row.snapshot;
      return since === 0 ? '–' : signed(Number(since.toFixed(4)));
    },
  },
  {
    prop: 'counted',
    label: t('count.counted'),
    width: 150,
    align: 'right',
    render: (row) => (
      <div className="ph-counted">
        <CountedCell store={store} line={row} disabled={!editable} />
      </div>
    ),
  },
  {
    prop: 'difference',
    label: t('count.difference'),
    width: 104,
    align: 'right',
    render: (row) =>
      row.difference === null ? (
        '–'
      ) : (
        <span className={row.difference === 0 ? 'ph-soft' : 'ph-low'}>{row.difference === 0 ? '0' : signed(row.difference)}</span>
      ),
  },
  { prop: 'countedByName', label: t('count.countedBy'), width: 100 },
];

/** A count sheet: figures in, differences out, posted together. */
export const CountSheet = observer(function CountSheet({ store, sheet }: { readonly store: CountsStore; readonly sheet: CountInfo }) {
  const { t, confirm } = usePlugin();
  const granted = useButtonCheck();
  const editable = sheet.state === 'open' && granted('btn_count') && !store.closing;
  const columns = useMemo(() => columnsOf(t, store, sheet, editable), [t, store, sheet, editable]);
  const post = async () => {
    const open = sheet.lineCount - sheet.countedCount;
    if (await confirm({ content: t('count.postAsk', { n: sheet.differenceCount, open }) })) await store.close(true);
  };
  const drop = async () => {
    if (await confirm({ content: t('count.dropAsk', { no: sheet.countNo }), danger: true })) await store.close(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in its fields goes to the next one
    <div className="ph-sheet" onKeyDown={nextField}>
      <header className="ph-sheet-head">
        <Button theme="borderless" type="tertiary" icon={<IconArrowLeft />} aria-label={t('count.back')} onClick={() => store.leave()} />
        <h3>{sheet.countNo}</h3>
        <StatusTag value={sheet.state} table={countStates(t)} />
        <span className="ph-soft">{countBases(t).find((basis) => basis.value === sheet.basis)?.text}</span>
        {sheet.note && <span className="ph-soft">{sheet.note}</span>}
        <span className="ph-end">{t('count.progress', { done: sheet.countedCount, all: sheet.lineCount, n: sheet.differenceCount })}</span>
      </header>
      <div className="ph-sheet-tools">
        <Input
          value={store.keyword}
          showClear
          placeholder={t('stock.keywordHelp')}
          aria-label={t('stock.keyword')}
          onChange={(word) => store.setKeyword(word)}
        />
        <FilterChips
          label={t('count.filter')}
          chips={FILTERS.map((filter) => ({ value: filter, label: t(`count.filter-${filter}`) }))}
          chosen={store.filter}
          onChoose={(filter) => store.setFilter(filter)}
        />
        <span className="ph-end">
          <Button theme="light" type="tertiary" icon={<IconPrint />} onClick={() => void printDocument(countPaper(t, sheet))}>
            {t('count.print')}
          </Button>
          {editable && (
            <>
              <Button theme="light" type="danger" onClick={() => void drop()}>
                {t('count.drop')}
              </Button>
              <Button theme="solid" type="primary" loading={store.closing} disabled={sheet.countedCount === 0} onClick={() => void post()}>
                {t('count.post')}
              </Button>
            </>
          )}
        </span>
      </div>
      {store.fault && (
        <Alert kind="error" text={store.fault}>
          <button type="button" className="nk-text-button" onClick={() => void store.reload()}>
            {t('counter.reload')}
          </button>
        </Alert>
      )}
      <DataTable
        label={t('count.title', { no: sheet.countNo })}
        rows={store.lines}
        columns={columns}
        rowKey={(row) => row.lotId}
        rowClass={(row) => ((row.difference ?? 0) !== 0 ? 'ph-item-low' : undefined)}
        empty={<EmptyState text={t('count.noLines')} />}
      />
    </div>
  );
});
