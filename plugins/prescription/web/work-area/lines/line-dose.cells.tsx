import { usePlugin } from '@nephra/plugin-sdk/web';
import { IconRefresh } from '@nephra/plugin-sdk/ui';
import type { Offered } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import {
  DOSE_DECIMALS,
  doseUnitsFor,
  frequencyOptions,
  MAX_DAYS,
  MAX_DOSE,
  type OrderChoice,
  QUANTITY_DECIMALS,
  quantityUnitsFor,
  usageOptions,
} from '../../../../catalogue/contract/index.ts';
import type { DraftLine } from '../../../domain/preview.ts';
import type { HiddenField } from './hidden-choice.ts';
import { ChoiceCell, type LineEdit, NumberCell } from './line-cells.tsx';

interface CellsProps {
  readonly line: DraftLine;
  readonly edit: LineEdit;
  readonly complaintId?: string;
}
interface DoseProps extends CellsProps {
  readonly offered: Offered;
  /** The choice that the site does not offer any more. */
  readonly hidden: HiddenField | undefined;
}

const TYPED_BY_HAND: Partial<DraftLine> = { manualNum: true };

/** Units of a line as options; the same list while the units are the same. */
const useUnits = (units: readonly string[]) => {
  const joined = units.join('\n');
  return useMemo(() => joined.split('\n').map((unit) => ({ value: unit, text: unit })), [joined]);
};

/** The same list for as long as it says the same: cells are not drawn again for it. */
function useSameOptions(options: readonly OrderChoice[]): readonly OrderChoice[] {
  const said = options.map(({ value, text }) => `${value}\t${text}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the list says stands in `said`
  return useMemo(() => options, [said]);
}

/** Dose, route, frequency and days of a drug. */
export const DoseCells = observer(function DoseCells({ line, edit, complaintId, offered, hidden }: DoseProps) {
  const { t } = usePlugin();
  const usages = useSameOptions(usageOptions(t, offered, line.drugUsage));
  const frequencies = useSameOptions(frequencyOptions(t, offered, line.drugInterval));
  const units = useUnits(doseUnitsFor(line));
  return (
    <>
      <td className="rx-col-dose" data-label={t('line.dose')}>
        <span className="rx-pair">
          <NumberCell
            cell="dose"
            label={t('line.dose')}
            decimals={DOSE_DECIMALS}
            value={line.onceUsing}
            invalid={line.fault === 'dimension' || line.fault === 'number' || line.onceUsing > MAX_DOSE}
            describedBy={complaintId}
            name="onceUsing"
            edit={edit}
          />
          <ChoiceCell
            cell="doseUnit"
            className="rx-cell-unit"
            label={t('line.doseUnit')}
            value={line.onceUsingUnit}
            options={units}
            name="onceUsingUnit"
            edit={edit}
          />
        </span>
      </td>
      <td className="rx-col-usage" data-label={t('line.usage')}>
        <ChoiceCell
          cell="usage"
          label={t('line.usage')}
          value={line.drugUsage}
          options={usages}
          name="drugUsage"
          edit={edit}
          invalid={hidden === 'drugUsage'}
          describedBy={complaintId}
        />
      </td>
      <td className="rx-col-interval" data-label={t('line.interval')}>
        <ChoiceCell
          cell="interval"
          label={t('line.interval')}
          value={line.drugInterval}
          options={frequencies}
          name="drugInterval"
          edit={edit}
          invalid={hidden === 'drugInterval'}
          describedBy={complaintId}
        />
      </td>
      <td className="rx-col-days" data-label={t('line.days')}>
        <NumberCell cell="days" label={t('line.days')} value={line.drugDays} max={MAX_DAYS} name="drugDays" edit={edit} />
      </td>
    </>
  );
});

/** The same, where nothing can be changed or nothing of it applies. */
export const DoseTexts = observer(function DoseTexts({ line }: { readonly line: DraftLine }) {
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
});

/** Quantity: computed, or typed by a person until it is computed again. */
export const QuantityCells = observer(function QuantityCells({ line, edit }: CellsProps) {
  const { t } = usePlugin();
  const units = useUnits(quantityUnitsFor(line));
  return (
    <span className="rx-pair">
      <NumberCell
        cell="num"
        label={t('line.num')}
        decimals={QUANTITY_DECIMALS}
        value={line.drugNum}
        invalid={line.fault === 'too-large'}
        name="drugNum"
        along={TYPED_BY_HAND}
        edit={edit}
      />
      {units.length > 1 ? (
        <ChoiceCell cell="numUnit" className="rx-cell-unit" label={t('line.numUnit')} value={line.drugNumUnit} options={units} name="drugNumUnit" edit={edit} />
      ) : (
        <span className="rx-unit">{line.drugNumUnit}</span>
      )}
      {line.manualNum && line.kind === 'drug' && (
        <button
          type="button"
          className="rx-icon"
          aria-label={t('line.recompute')}
          title={`${t('line.manual')} · ${t('line.recompute')}`}
          onClick={() => edit.now({ manualNum: false })}
        >
          <IconRefresh size="small" />
        </button>
      )}
    </span>
  );
});
