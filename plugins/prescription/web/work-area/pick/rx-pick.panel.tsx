import { formatScaled, unitPriceFromWire } from '@nephra/plugin-sdk/contract';
import { useClient, usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, PickerPopover } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type CatalogueRow, MAX_LINES } from '../../../../catalogue/contract/index.ts';
import { prescriptionContract } from '../../../contract/index.ts';
import { drugTypeText, gradeText } from '../../vocabulary.ts';
import { PackagePick } from './package-pick.tsx';
import { PICK_KINDS, type PickKind } from '../rx-acts.ts';
import type { RxEditorStore } from '../rx-editor.store.ts';

export interface RxPickHandle {
  readonly open: (kind: PickKind) => void;
  readonly focus: () => void;
}

const PAGE_SIZE = 30;

/** Adds lines: choose a catalogue (Alt+1 … Alt+5), type a few letters, Enter. */
export const RxPick = observer(function RxPick({ editor, ref }: { readonly editor: RxEditorStore; readonly ref: Ref<RxPickHandle> }) {
  const { t } = usePlugin();
  const frame = useRef<HTMLDivElement>(null);
  const [kind, setKind] = useState<PickKind>('drug');
  const focus = () => frame.current?.querySelector<HTMLInputElement>('.rx-pick-field input')?.focus();
  const open = (next: PickKind) => {
    // The cursor must be there before the next key is pressed, so the field is drawn at once.
    flushSync(() => setKind(next));
    focus();
  };
  useImperativeHandle(ref, () => ({ open, focus }));
  if (editor.content.lineCount >= MAX_LINES) return <p className="rx-pick-full">{t('pick.full', { n: MAX_LINES })}</p>;
  return (
    <div className="rx-pick" ref={frame}>
      <div role="toolbar" aria-label={t('pick.kind')} className="rx-pick-kinds">
        {PICK_KINDS.map((one, at) => (
          <button key={one} type="button" aria-pressed={one === kind} title={`Alt+${at + 1}`} onClick={() => open(one)}>
            {t(`pick.${one}`)}
          </button>
        ))}
      </div>
      <div className="rx-pick-field">{kind === 'package' ? <PackagePick editor={editor} /> : <CataloguePick key={kind} kind={kind} editor={editor} />}</div>
    </div>
  );
});

const priceText = (yuan: number): string => formatScaled(unitPriceFromWire(yuan), 4).replace(/0{1,2}$/, '');

interface CataloguePickProps {
  readonly kind: Exclude<PickKind, 'package'>;
  readonly editor: RxEditorStore;
}

const CataloguePick = observer(function CataloguePick({ kind, editor }: CataloguePickProps) {
  const { t } = usePlugin();
  const client = useClient(prescriptionContract);
  const load = async (keyword: string, signal: AbortSignal): Promise<readonly CatalogueRow[]> => {
    const query = { keyword, pageSize: PAGE_SIZE, orgId: editor.base.orgId, date: editor.content.day };
    const options = { signal, quiet: true };
    if (kind === 'drug') return (await client.drug({ query }, options)).data.list;
    if (kind === 'material') return (await client.material({ query }, options)).data.list;
    return (await client.item({ query: { ...query, lab: kind === 'lab' } }, options)).data.list;
  };
  const price: Column<CatalogueRow> = {
    prop: 'price',
    label: t('pick.price'),
    width: 104,
    align: 'right',
    render: (row) => `${priceText(row.price)}/${row.stockUnit}`,
  };
  const name: Column<CatalogueRow> = { prop: 'drugName', label: t('pick.name'), minWidth: 150 };
  const kept: Column<CatalogueRow>[] = [
    { prop: 'drugSpec', label: t('pick.spec'), width: 130 },
    price,
    { prop: 'stockNumber', label: t('pick.stock'), width: 84, align: 'right', render: (row) => <StockText row={row} /> },
    { prop: 'nearestExpiry', label: t('pick.expiry'), width: 92, render: (row) => row.nearestExpiry ?? '–' },
  ];
  const columns: Record<typeof kind, Column<CatalogueRow>[]> = {
    drug: [name, ...kept, { prop: 'drugDirectoryType', label: t('pick.grade'), width: 48, render: (row) => gradeText(t, row.drugDirectoryType) }],
    material: [name, ...kept],
    item: [name, { prop: 'drugType', label: t('pick.type'), width: 80, render: (row) => drugTypeText(t, row.drugType) }, price],
    lab: [name, { prop: 'specimen', label: t('pick.specimen'), width: 96 }, price],
  };
  return (
    <PickerPopover
      label={t(`pick.${kind}`)}
      placeholder={t('pick.placeholder')}
      width={kind === 'drug' || kind === 'material' ? 720 : 520}
      rowKey="drugId"
      load={load}
      columns={columns[kind]}
      onPick={(row) => editor.content.pick(row)}
    />
  );
});

function StockText({ row }: { readonly row: CatalogueRow }) {
  if (!row.stockKept || row.stockNumber === null) return <span className="rx-muted">–</span>;
  return <span className={row.stockNumber <= 0 ? 'rx-short' : undefined}>{`${Math.floor(row.stockNumber)} ${row.stockUnit}`}</span>;
}
