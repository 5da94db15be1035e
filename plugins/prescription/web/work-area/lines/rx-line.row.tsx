import { formatScaled, moneyFromWire, unitPriceFromWire } from '@nephra/plugin-sdk/contract';
import { IconComment, IconDelete, IconLink, IconPriceTag, IconUnlink } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, useOffered } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import type { GroupMark } from '../../../../catalogue/contract/index.ts';
import type { DraftLine } from '../../../domain/preview.ts';
import { drugTypeText, gradeText, type Text } from '../../vocabulary.ts';
import { type HiddenField, hiddenChoice } from './hidden-choice.ts';
import { hasOwnAim, LineAim } from './line-aim.tsx';
import { type LineEdit, TextCell } from './line-cells.tsx';
import { DoseCells, DoseTexts, QuantityCells } from './line-dose.cells.tsx';
import { LineExplanation } from './line-explanation.tsx';
import { LineNotes } from './line-notes.tsx';
import type { RxEditorStore } from '../rx-editor.store.ts';

interface RxLineRowProps {
  readonly editor: RxEditorStore;
  readonly line: DraftLine;
  readonly index: number;
  /** Bracket of the injection group. */
  readonly mark: GroupMark;
  readonly joins: boolean;
  readonly duplicate: boolean;
}

/**
 * One line, edited in place. Drugs have dose, route, frequency and days; everything else has a quantity. It reads nothing but its own line,
 * so that a keystroke draws one row whatever the length of the prescription.
 */
export const RxLineRow = observer(function RxLineRow({ editor, line, index, mark, joins, duplicate }: RxLineRowProps) {
  const { t } = usePlugin();
  const { editable } = editor;
  const isDrug = line.kind === 'drug';
  const offered = useOffered();
  const hidden = editable ? hiddenChoice(line, editor.base.prescriptionDetailList, offered) : undefined;
  const complaint = editor.complaints.get(line.key) ?? (hidden ? hiddenText(t, line, hidden) : line.fault && t(`fault.${line.fault}`));
  const complaintId = `rx-complaint-${line.key}`;
  const edit = useMemo<LineEdit>(() => {
    const { content } = editor;
    return {
      now: (change) => content.editLine(line.key, change),
      typed: (change) => content.typeLine(line.key, change),
      settle: () => content.settle(),
    };
  }, [editor, line.key]);
  const spec = [isDrug ? line.drugSpec : drugTypeText(t, line.drugType), !isDrug && line.drugSpec, line.drugChangjia].filter(Boolean).join(' · ');
  const [remarkOpen, setRemarkOpen] = useState(false);
  const [aimOpen, setAimOpen] = useState(false);
  const row = (
    <tr data-line={line.key} className={complaint ? 'rx-line rx-line-bad' : 'rx-line'}>
      <td className="rx-col-mark">
        <span aria-hidden="true" className="rx-bracket">
          {mark}
        </span>
        {index + 1}
      </td>
      <td className="rx-col-name">
        <span className="rx-line-name">
          <strong title={line.drugName}>{line.drugName}</strong>
          {line.controlClass !== '' && <span className="rx-badge rx-badge-control">{t(`control.${line.controlClass}`)}</span>}
          {line.drugDirectoryType !== '' && <span className="rx-badge">{gradeText(t, line.drugDirectoryType)}</span>}
        </span>
        <span className="rx-line-spec" title={spec}>
          {spec}
        </span>
        {editable && (remarkOpen || line.remark !== '') ? (
          <TextCell cell="remark" label={t('line.remark')} value={line.remark} autoFocus={remarkOpen} name="remark" edit={edit} />
        ) : (
          line.remark !== '' && <span className="rx-line-spec">{line.remark}</span>
        )}
        {((editable && aimOpen) || hasOwnAim(line)) && <LineAim editor={editor} line={line} edit={edit} />}
      </td>
      {editable && isDrug ? (
        <DoseCells line={line} edit={edit} complaintId={complaint ? complaintId : undefined} offered={offered} hidden={hidden} />
      ) : (
        <DoseTexts line={line} />
      )}
      <td className="rx-col-num" data-label={t('line.num')}>
        {editable ? <QuantityCells line={line} edit={edit} /> : `${line.drugNum} ${line.drugNumUnit}`}
      </td>
      <td className="rx-col-price" data-label={`${t('line.price')} / ${t('line.stock')}`}>
        <span>{formatScaled(unitPriceFromWire(line.price), 4).replace(/0{1,2}$/, '')}</span>
        <StockText line={line} />
      </td>
      <td className="rx-col-sum" data-label={t('line.subTotal')}>
        <AmountText amount={moneyFromWire(line.subTotal)} strong explain={() => <LineExplanation editor={editor} line={line} />} />
      </td>
      {editable && (
        <td className="rx-col-acts">
          {line.isGroup > 0 && (
            <button type="button" className="rx-icon" aria-label={t('line.ungroup')} title={t('line.ungroup')} onClick={() => editor.content.ungroup(index)}>
              <IconUnlink />
            </button>
          )}
          {joins && (
            <button type="button" className="rx-icon" aria-label={t('line.group')} title={t('line.group')} onClick={() => editor.content.joinAbove(index)}>
              <IconLink />
            </button>
          )}
          {line.remark === '' && !remarkOpen && (
            <button type="button" className="rx-icon" aria-label={t('line.remark')} title={t('line.remark')} onClick={() => setRemarkOpen(true)}>
              <IconComment />
            </button>
          )}
          {!aimOpen && !hasOwnAim(line) && (
            <button type="button" className="rx-icon" aria-label={t('line.aim')} title={t('line.aim')} onClick={() => setAimOpen(true)}>
              <IconPriceTag />
            </button>
          )}
          <button
            type="button"
            className="rx-icon rx-icon-danger"
            aria-label={t('line.remove', { name: line.drugName })}
            title={t('line.remove', { name: line.drugName })}
            onClick={() => editor.content.removeLine(line.key)}
          >
            <IconDelete />
          </button>
        </td>
      )}
    </tr>
  );
  return (
    <>
      {row}
      <LineNotes editor={editor} line={line} duplicate={duplicate} complaint={complaint} complaintId={complaintId} edit={edit} />
    </>
  );
});

const hiddenText = (t: Text, line: DraftLine, field: HiddenField): string =>
  field === 'drugUsage'
    ? t('line.hidden', { field: t('line.usage'), entry: t(`usage.${line.drugUsage}`) })
    : t('line.hidden', { field: t('line.interval'), entry: `${line.drugInterval} ${t(`freq.${line.drugInterval}`)}` });

/** What the pharmacy has; red when it is less than the line needs. */
function StockText({ line }: { readonly line: DraftLine }) {
  const { t } = usePlugin();
  if (!line.stockKept || line.stockNumber === null) return null;
  const have = { n: Math.floor(line.stockNumber), unit: line.stockUnit };
  const short = line.stockNumber < neededPacks(line);
  return (
    <span className={short ? 'rx-stock rx-short' : 'rx-stock'} title={t(short ? 'line.short' : 'line.have', have)}>
      {`${have.n} ${have.unit}`}
    </span>
  );
}

/** Packs that the line takes from stock. */
const neededPacks = (line: DraftLine): number => (line.drugNumUnit === line.stockUnit ? line.drugNum : line.drugNum / line.stockDmin);
