import { formatScaled, moneyFromWire, unitPriceFromWire } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { DraftLine } from '../../../domain/preview.ts';
import { chargeGroup, type Totals } from '../../../domain/lines/totals.ts';
import { drugTypeText } from '../../vocabulary.ts';
import type { RxEditorStore } from '../rx-editor.store.ts';
import '../lines/explain.css';

/** Sums in the order in which they stand; those that are part of another sum stand back. */
export const TOTAL_PARTS = ['west', 'diagTreat', 'consumables', 'other', 'assay', 'fulamtOwnpay'] as const satisfies readonly (keyof Totals)[];
export type TotalPart = (typeof TOTAL_PARTS)[number] | 'total';
export const INSIDE_ANOTHER: readonly TotalPart[] = ['consumables', 'other', 'fulamtOwnpay'];
export const TOTAL_TEXT: Readonly<Record<TotalPart, string>> = {
  west: 'west',
  diagTreat: 'diagTreat',
  consumables: 'consumables',
  other: 'other',
  assay: 'assay',
  fulamtOwnpay: 'ownpay',
  total: 'total',
};

/** Lines that a sum is made of. */
const KEEPS: Readonly<Record<TotalPart, (line: DraftLine) => boolean>> = {
  west: ({ drugType }) => chargeGroup(drugType) === 'west',
  diagTreat: ({ drugType }) => chargeGroup(drugType) === 'diagTreat',
  consumables: ({ drugType }) => drugType === '耗材' || drugType === '材料',
  other: ({ drugType }) => drugType === '其他',
  assay: ({ drugType }) => chargeGroup(drugType) === 'assay',
  fulamtOwnpay: (line) => line.fulamt_Ownpay_Amt > 0,
  total: () => true,
};

/** What a sum is made of: its rule in words, then every line with quantity, price and amount. */
export const TotalExplanation = observer(function TotalExplanation({ editor, part }: { readonly editor: RxEditorStore; readonly part: TotalPart }) {
  const { t } = usePlugin();
  const lines = editor.content.lines.filter(KEEPS[part]);
  const amountOf = (line: DraftLine) => moneyFromWire(part === 'fulamtOwnpay' ? line.fulamt_Ownpay_Amt : line.subTotal);
  return (
    <>
      <p className="rx-explain-rule">{t(`explain.rule.${TOTAL_TEXT[part]}`)}</p>
      <table className="rx-explain-table">
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <td>{line.drugName}</td>
              <td>{drugTypeText(t, line.drugType)}</td>
              <td>{`${line.drugNum} ${line.drugNumUnit} × ${formatScaled(unitPriceFromWire(line.price), 4)}`}</td>
              <td>
                <AmountText amount={amountOf(line)} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t(`total.${TOTAL_TEXT[part]}`)}
            </th>
            <td>
              <AmountText amount={editor.content.totals[part]} strong />
            </td>
          </tr>
        </tfoot>
      </table>
    </>
  );
});
