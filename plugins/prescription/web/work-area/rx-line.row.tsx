import { formatScaled, moneyFromWire, unitPriceFromWire } from '@nephra/plugin-sdk/contract';
import { IconComment, IconDelete, IconLink, IconRefresh, IconUnlink } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { groupMark } from '../../domain/groups.ts';
import type { DraftLine } from '../../domain/preview.ts';
import { doseUnits, drugTypeText, frequencyOptions, numUnits, usageOptions } from '../vocabulary.ts';
import { ChoiceCell, NumberCell, TextCell } from './line-cells.tsx';
import { LineExplanation } from './line-explanation.tsx';
import type { RxEditorStore } from './rx-editor.store.ts';

interface RxLineRowProps {
  readonly editor: RxEditorStore;
  readonly line: DraftLine;
  readonly index: number;
  readonly duplicate: boolean;
}

const sameText = (unit: string) => ({ value: unit, text: unit });

/** One line, edited in place. Drugs have dose, route, frequency and days; everything else has a quantity. */
export const RxLineRow = observer(function RxLineRow({ editor, line, index, duplicate }: RxLineRowProps) {
  const { t } = usePlugin();
  const { editable } = editor;
  const isDrug = line.kind === 'drug';
  const complaint = editor.complaints.get(line.key) ?? (line.fault ? t(`fault.${line.fault}`) : undefined);
  const complaintId = `rx-complaint-${line.key}`;
  const edit = (change: Partial<DraftLine>) => editor.content.editLine(line.key, change);
  const [remarkOpen, setRemarkOpen] = useState(false);
  return (
    <tr data-line={line.key} className={complaint ? 'rx-line rx-line-bad' : 'rx-line'} data-pending={editor.content.calculating || undefined}>
      <td className="rx-col-mark">
        <span aria-hidden="true" className="rx-bracket">
          {groupMark(editor.content.lines, index)}
        </span>
        {index + 1}
      </td>
      <td className="rx-col-name">
        <span className="rx-line-name">
          <strong title={line.drugName}>{line.drugName}</strong>
          {line.controlClass !== '' && <span className="rx-badge rx-badge-control">{t(`control.${line.controlClass}`)}</span>}
          {line.drugDirectoryType !== '' && <span className="rx-badge">{line.drugDirectoryType}</span>}
        </span>
        <span className="rx-line-spec">
          {[isDrug ? line.drugSpec : drugTypeText(t, line.drugType), !isDrug && line.drugSpec, line.drugChangjia].filter(Boolean).join(' · ')}
        </span>
        {line.limitUseSign === 1 && <LimitedUse line={line} editable={editable} onChange={(approvalMark) => edit({ approvalMark })} />}
        {complaint && (
          <span id={complaintId} className="rx-complaint" role="alert">
            {complaint}
          </span>
        )}
        {duplicate && <span className="rx-hint">{t('line.duplicate')}</span>}
        {editable && (remarkOpen || line.remark !== '') ? (
          <TextCell cell="remark" label={t('line.remark')} value={line.remark} autoFocus={remarkOpen} onChange={(remark) => edit({ remark })} />
        ) : (
          line.remark !== '' && <span className="rx-line-spec">{line.remark}</span>
        )}
      </td>
      {editable && isDrug ? <DoseCells line={line} edit={edit} complaintId={complaint ? complaintId : undefined} /> : <DoseTexts line={line} />}
      <td className="rx-col-num" data-label={t('line.num')}>
        {editable ? <QuantityCells line={line} edit={edit} /> : `${line.drugNum} ${line.drugNumUnit}`}
      </td>
      <td className="rx-col-price" data-label={`${t('line.price')} / ${t('line.stock')}`}>
        <span>{formatScaled(unitPriceFromWire(line.price), 4).replace(/0{1,2}$/, '')}</span>
        <StockText line={line} />
      </td>
      <td className="rx-col-sum" data-label={t('line.subTotal')}>
        <AmountText amount={moneyFromWire(line.subTotal)} strong explain={() => <LineExplanation editor={editor} line={line} index={index} />} />
      </td>
      {editable && (
        <td className="rx-col-acts">
          {line.isGroup > 0 && (
            <button type="button" className="rx-icon" aria-label={t('line.ungroup')} title={t('line.ungroup')} onClick={() => editor.content.ungroup(index)}>
              <IconUnlink />
            </button>
          )}
          {editor.content.canJoinAbove(index) && (
            <button type="button" className="rx-icon" aria-label={t('line.group')} title={t('line.group')} onClick={() => editor.content.joinAbove(index)}>
              <IconLink />
            </button>
          )}
          {line.remark === '' && !remarkOpen && (
            <button type="button" className="rx-icon" aria-label={t('line.remark')} title={t('line.remark')} onClick={() => setRemarkOpen(true)}>
              <IconComment />
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
});

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

interface CellsProps {
  readonly line: DraftLine;
  readonly edit: (change: Partial<DraftLine>) => void;
  readonly complaintId?: string;
}

function DoseCells({ line, edit, complaintId }: CellsProps) {
  const { t } = usePlugin();
  return (
    <>
      <td className="rx-col-dose" data-label={t('line.dose')}>
        <span className="rx-pair">
          <NumberCell
            cell="dose"
            label={t('line.dose')}
            decimals={4}
            value={line.onceUsing}
            invalid={line.fault === 'dimension' || line.fault === 'number'}
            describedBy={complaintId}
            onChange={(onceUsing) => edit({ onceUsing })}
          />
          <ChoiceCell
            cell="doseUnit"
            className="rx-cell-unit"
            label={t('line.doseUnit')}
            value={line.onceUsingUnit}
            options={doseUnits(line).map(sameText)}
            onChange={(onceUsingUnit) => edit({ onceUsingUnit })}
          />
        </span>
      </td>
      <td className="rx-col-usage" data-label={t('line.usage')}>
        <ChoiceCell cell="usage" label={t('line.usage')} value={line.drugUsage} options={usageOptions(t)} onChange={(drugUsage) => edit({ drugUsage })} />
      </td>
      <td className="rx-col-interval" data-label={t('line.interval')}>
        <ChoiceCell
          cell="interval"
          label={t('line.interval')}
          value={line.drugInterval}
          options={frequencyOptions(t)}
          onChange={(drugInterval) => edit({ drugInterval })}
        />
      </td>
      <td className="rx-col-days" data-label={t('line.days')}>
        <NumberCell cell="days" label={t('line.days')} value={line.drugDays} onChange={(drugDays) => edit({ drugDays: Math.min(366, drugDays) })} />
      </td>
    </>
  );
}

function DoseTexts({ line }: { readonly line: DraftLine }) {
  const { t } = usePlugin();
  const drug = line.kind === 'drug';
  return (
    <>
      <td className="rx-col-dose" data-label={t('line.dose')} data-empty={!drug || undefined}>
        {drug ? `${line.onceUsing} ${line.onceUsingUnit}` : ''}
      </td>
      <td className="rx-col-usage" data-label={t('line.usage')} data-empty={!drug || undefined}>
        {drug && line.drugUsage !== '' ? t(`usage.${line.drugUsage}`) : ''}
      </td>
      <td className="rx-col-interval" data-label={t('line.interval')} data-empty={!drug || undefined}>
        {drug ? `${line.drugInterval} ${t(`freq.${line.drugInterval}`)}` : ''}
      </td>
      <td className="rx-col-days" data-label={t('line.days')} data-empty={!drug || undefined}>
        {drug ? line.drugDays : ''}
      </td>
    </>
  );
}

function QuantityCells({ line, edit }: CellsProps) {
  const { t } = usePlugin();
  const units = numUnits(line);
  return (
    <span className="rx-pair">
      <NumberCell
        cell="num"
        label={t('line.num')}
        decimals={4}
        value={line.drugNum}
        invalid={line.fault === 'too-large'}
        onChange={(drugNum) => edit({ drugNum, manualNum: true })}
      />
      {units.length > 1 ? (
        <ChoiceCell
          cell="numUnit"
          className="rx-cell-unit"
          label={t('line.numUnit')}
          value={line.drugNumUnit}
          options={units.map(sameText)}
          onChange={(drugNumUnit) => edit({ drugNumUnit })}
        />
      ) : (
        <span className="rx-unit">{line.drugNumUnit}</span>
      )}
      {line.manualNum && line.kind === 'drug' && (
        <button
          type="button"
          className="rx-icon"
          aria-label={t('line.recompute')}
          title={`${t('line.manual')} · ${t('line.recompute')}`}
          onClick={() => edit({ manualNum: false })}
        >
          <IconRefresh size="small" />
        </button>
      )}
    </span>
  );
}

interface LimitedUseProps {
  readonly line: DraftLine;
  readonly editable: boolean;
  readonly onChange: (approvalMark: number) => void;
}

function LimitedUse({ line, editable, onChange }: LimitedUseProps) {
  const { t } = usePlugin();
  const scope = t('line.limit', { scope: line.limitUseScope });
  return (
    <label className="rx-limit" title={`${scope}\n${t('line.approve')}`}>
      <input
        type="checkbox"
        aria-label={`${t('line.approve')} ${scope}`}
        checked={line.approvalMark === 1}
        disabled={!editable}
        onChange={(event) => onChange(event.target.checked ? 1 : 0)}
      />
      <span>{scope}</span>
    </label>
  );
}
