import { usePlugin } from '@nephra/plugin-sdk/web';
import type { MonthSheet } from '../../contract/index.ts';
import { typeText, yuan } from '../vocabulary.ts';

export interface ExplainedRow {
  readonly key: string;
  readonly text: string;
  readonly amount: number;
}

/** How an amount came about: the rule, then what went into it. */
export function Explanation({ rule, rows }: { readonly rule: string; readonly rows: readonly ExplainedRow[] }) {
  return (
    <div className="chm-explained">
      <p>{rule}</p>
      <ul className="ch-explained">
        {rows.map((row) => (
          <li key={row.key}>
            <span>{row.text}</span>
            <span>{yuan(row.amount)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Lines of one category on one day: price × quantity each. */
export function CellExplanation({ sheet, day, drugType }: { readonly sheet: MonthSheet; readonly day: string; readonly drugType: string }) {
  const { t } = usePlugin();
  const papers = new Set(
    sheet.prescriptionParentList.filter((one) => one.day === day && one.part !== 'draft' && one.part !== 'refused').map((one) => one.dpId),
  );
  const rows = sheet.prescriptionDetailList
    .filter((line) => papers.has(line.dpId) && line.drugType === drugType)
    .map((line) => ({
      key: line.detailId,
      text: t('month.explain.lineSum', {
        name: line.drugName,
        price: line.price.toFixed(4).replace(/0{1,2}$/, ''),
        num: `${line.drugNum} ${line.drugNumUnit}`,
      }),
      amount: line.subTotal,
    }));
  return <Explanation rule={t('month.explain.cell', { day, type: typeText(t, drugType) })} rows={rows} />;
}

export function DayExplanation({ sheet, day }: { readonly sheet: MonthSheet; readonly day: string }) {
  const { t } = usePlugin();
  const found = sheet.days.find((one) => one.day === day);
  const rows = (found?.sums ?? []).map((sum) => ({ key: sum.drugType, text: typeText(t, sum.drugType), amount: sum.amount }));
  return <Explanation rule={t('month.explain.day', { day, n: found?.prescriptions ?? 0 })} rows={rows} />;
}

export function CategoryExplanation({ sheet, drugType }: { readonly sheet: MonthSheet; readonly drugType: string }) {
  const { t } = usePlugin();
  const rows = sheet.days.flatMap(({ day, sums }) =>
    sums.filter((sum) => sum.drugType === drugType).map((sum) => ({ key: day, text: day, amount: sum.amount })),
  );
  return <Explanation rule={t('month.explain.category', { type: typeText(t, drugType) })} rows={rows} />;
}

const PARTS = ['account', 'waiting', 'pending', 'charged'] as const;

/** The whole month from its parts. */
export function TotalExplanation({ sheet }: { readonly sheet: MonthSheet }) {
  const { t } = usePlugin();
  const rows = PARTS.map((part) => ({ key: part, text: t(`month.sum.${part}`), amount: sheet[`${part}Price`] }));
  return <Explanation rule={t('month.explain.total')} rows={rows} />;
}

/** One part from its prescriptions; refunds from their receipts. */
export function PartExplanation({ sheet, part }: { readonly sheet: MonthSheet; readonly part: (typeof PARTS)[number] | 'refund' }) {
  const { t } = usePlugin();
  if (part === 'refund') {
    const refunds = sheet.bills.filter((bill) => bill.kind === 'refund');
    const hidden = sheet.hiddenRefundPrice === 0 ? [] : [{ key: 'hidden', text: t('refund.hidden'), amount: sheet.hiddenRefundPrice }];
    const named = refunds.map((bill) => ({ key: bill.chargeId, text: bill.billNo, amount: bill.amount }));
    return <Explanation rule={t('month.explain.refund')} rows={[...named, ...hidden]} />;
  }
  const papers = sheet.prescriptionParentList.filter((one) => one.part === part);
  return (
    <Explanation rule={t('month.explain.part')} rows={papers.map((one) => ({ key: one.dpId, text: `${one.day} ${one.dpNumber}`, amount: one.totalPrice }))} />
  );
}
