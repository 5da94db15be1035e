import { formatScaled, moneyFromWire, moneyToText, unitPriceFromWire } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { isGroupLeader } from '../../../../catalogue/contract/index.ts';
import { type DraftLine, explainLine } from '../../../domain/preview.ts';
import type { RxEditorStore } from '../rx-editor.store.ts';
import './explain.css';

interface LineExplanationProps {
  readonly editor: RxEditorStore;
  readonly line: DraftLine;
}

/** How the amount of a line came about, step by step. */
export function LineExplanation({ editor, line }: LineExplanationProps) {
  const { t } = usePlugin();
  const steps = explainLine(line, {
    reimWay: editor.content.fields.reimWay,
    groupLeader: isGroupLeader(editor.content.lines, editor.content.lines.indexOf(line)),
    plan: editor.content.plan,
  });
  const price = formatScaled(unitPriceFromWire(steps.price), 4);
  const subTotal = moneyToText(moneyFromWire(steps.subTotal));
  return (
    <ol className="rx-explain">
      {line.manualNum || steps.times === undefined ? (
        <li>{t('explain.manual')}</li>
      ) : (
        <>
          <li>{t('explain.times', { dose: line.onceUsing, unit: line.onceUsingUnit, times: steps.times })}</li>
          <li>{t('explain.prep', { n: steps.prepNum, unit: line.preparaUnit })}</li>
          {line.stockDmin !== 1 && line.drugNumUnit === line.stockUnit && (
            <li>
              {t('explain.pack', { stockUnit: line.stockUnit, per: line.stockDmin, unit: line.preparaUnit, n: steps.drugNum, numUnit: line.drugNumUnit })}
            </li>
          )}
        </>
      )}
      <li>{t('explain.amount', { n: steps.drugNum, unit: line.drugNumUnit, price, subTotal })}</li>
      {line.fault && <li>{t(`fault.${line.fault}`)}</li>}
    </ol>
  );
}
