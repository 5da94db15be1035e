import { Button, InputNumber, Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DataTable, EmptyState } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { DIALYSIS_MODES, type DialysisMode } from '../../../dialysis-file/contract/index.ts';
import type { KitRow } from '../../contract/money/finding.contract.ts';
import { MAX_KIT_QUANTITY, MIN_KIT_QUANTITY } from '../../contract/limits.ts';
import { EntryPicker, type PickedEntry } from './entry-picker.tsx';
import type { FindingsStore } from './findings.store.ts';

const PARTS = ['treatment', 'dialyser', 'lines', 'other'] as const;
const SAYS = ['both', 'used', 'charged'] as const;

/** What a treatment of a mode uses and what it is charged with: two facts of each line. */
export const KitTab = observer(function KitTab({ store }: { readonly store: FindingsStore }) {
  const ctx = usePlugin();
  const { t, confirm } = ctx;
  useEffect(() => void store.loadKit(), [store]);
  const [mode, setMode] = useState<DialysisMode>('HD');
  const [part, setPart] = useState<(typeof PARTS)[number]>('treatment');
  const [quantity, setQuantity] = useState(1);
  const [says, setSays] = useState<'both' | 'used' | 'charged'>('both');
  const [entry, setEntry] = useState<PickedEntry | null>(null);
  const [round, setRound] = useState(0);
  const mayKeep = ctx.can('dialysis.findings:btn_kit');
  return (
    <div className="ds-findings">
      {mayKeep && (
        <div className="ds-acts">
          <Select
            aria-label={t('finding.kitMode')}
            size="large"
            value={mode}
            onChange={(next) => setMode(next as DialysisMode)}
            optionList={DIALYSIS_MODES.map((value) => ({ value, label: value }))}
          />
          <Select
            aria-label={t('finding.kitPart')}
            size="large"
            value={part}
            onChange={(next) => setPart(next as typeof part)}
            optionList={PARTS.map((value) => ({ value, label: t(`finding.parts.${value}`) }))}
          />
          <EntryPicker key={round} kinds={['item', 'material', 'drug']} onPick={setEntry} />
          <InputNumber
            aria-label={t('finding.kitQuantity')}
            size="large"
            min={MIN_KIT_QUANTITY}
            max={MAX_KIT_QUANTITY}
            precision={0}
            value={quantity}
            onChange={(value) => setQuantity(Number(value) || 1)}
            style={{ width: 90 }}
          />
          <Select
            aria-label={t('finding.says')}
            size="large"
            value={says}
            onChange={(next) => setSays(next as typeof says)}
            optionList={SAYS.map((value) => ({ value, label: t(`finding.saying.${value}`) }))}
          />
          <Button
            size="large"
            theme="solid"
            type="primary"
            disabled={!entry}
            onClick={() =>
              entry &&
              void store
                .addKit({ mode, part, kind: entry.kind, drugId: entry.drugId, quantity, used: says !== 'charged', charged: says !== 'used' })
                .then((done) => {
                  if (!done) return;
                  setRound(round + 1);
                  setEntry(null);
                })
            }
          >
            {t('finding.kitAdd')}
          </Button>
        </div>
      )}
      {store.kit.length === 0 ? (
        <EmptyState text={t('finding.kitEmpty')} />
      ) : (
        <DataTable
          label={t('finding.kit')}
          rows={store.kit}
          rowKey={({ id }) => id}
          columns={[
            { prop: 'drugName', label: t('finding.kitName'), minWidth: 180, always: true },
            { prop: 'mode', label: t('finding.kitMode'), width: 110, always: true },
            { prop: 'part', label: t('finding.kitPart'), width: 120, render: (row: KitRow) => t(`finding.parts.${row.part}`) },
            { prop: 'quantity', label: t('finding.kitQuantity'), width: 100, align: 'right' },
            {
              prop: 'used',
              label: t('finding.used'),
              width: 90,
              render: (row: KitRow) => (row.kind === 'item' ? '–' : t(row.used ? 'finding.yes' : 'finding.no')),
            },
            { prop: 'charged', label: t('finding.charged'), width: 90, render: (row: KitRow) => t(row.charged ? 'finding.yes' : 'finding.no') },
            {
              prop: 'id',
              label: t('finding.acts'),
              width: 130,
              render: (row: KitRow) =>
                mayKeep && (
                  <Button
                    size="small"
                    type="danger"
                    onClick={() => void confirm({ content: t('finding.kitRemoveAsk'), danger: true }).then((sure) => (sure ? store.removeKit(row) : undefined))}
                  >
                    {t('finding.kitRemove')}
                  </Button>
                ),
            },
          ]}
        />
      )}
    </div>
  );
});
