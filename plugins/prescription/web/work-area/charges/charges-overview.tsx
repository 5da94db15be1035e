import { dayOf, type Money, moneyFromWire, moneyToWire, ZERO } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, Chart, type ChartOption } from '@nephra/plugin-sdk/widgets';
import { useMemo } from 'react';
import type { DrugType } from '../../../../catalogue/contract/index.ts';
import type { PrescriptionHead } from '../../../contract/index.ts';
import { drugTypeText } from '../../vocabulary.ts';
import { type ChargeLine, chargesByDay, type ChargeTable } from './charges-by-day.ts';

interface ChargesOverviewProps {
  readonly heads: readonly PrescriptionHead[];
  readonly lines: readonly ChargeLine[];
}

/** Charges day by day, stacked by category: as a picture and as a table whose every amount shows the lines behind it. */
export function ChargesOverview({ heads, lines }: ChargesOverviewProps) {
  const { t, language } = usePlugin();
  const table = useMemo(() => chargesByDay(heads, lines), [heads, lines]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: names follow the language
  const option = useMemo(() => chartOption(table, (type) => drugTypeText(t, type)), [table, t, language]);
  const numbers = new Map(heads.map((head) => [head.dpId, head]));
  const linesOf = (day: string | null, type: DrugType | null) =>
    lines.filter((line) => {
      const head = numbers.get(line.dpId);
      if (!head || (type !== null && line.drugType !== type)) return false;
      return day === null || dayOf(head.dpDate) === day;
    });
  const cell = (amount: Money, day: string | null, type: DrugType | null) => (
    <AmountText amount={amount} strong={type === null || day === null} explain={() => <Behind lines={linesOf(day, type)} numbers={numbers} />} />
  );
  return (
    <section className="rx-charges-overview">
      <Chart label={t('charges.chart')} option={option} height={220} />
      <div className="rx-charges-table">
        <table className="rx-explain-table">
          <thead>
            <tr>
              <th scope="col">{t('charges.date')}</th>
              {table.types.map((type) => (
                <th key={type} scope="col">
                  {drugTypeText(t, type)}
                </th>
              ))}
              <th scope="col">{t('charges.total')}</th>
            </tr>
          </thead>
          <tbody>
            {table.days.map(({ day, byType, total }) => (
              <tr key={day}>
                <th scope="row">{day.slice(5)}</th>
                {table.types.map((type) => (
                  <td key={type}>{byType.has(type) ? cell(byType.get(type) ?? ZERO, day, type) : '–'}</td>
                ))}
                <td>{cell(total, day, null)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('charges.total')}</th>
              {table.types.map((type) => (
                <td key={type}>{cell(table.byType.get(type) ?? ZERO, null, type)}</td>
              ))}
              <td>{cell(table.total, null, null)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

function chartOption(table: ChargeTable, name: (type: DrugType) => string): ChartOption {
  return {
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: (value) => (typeof value === 'number' ? `¥${value.toFixed(2)}` : '–') },
    legend: { bottom: 0, type: 'scroll' },
    xAxis: { type: 'category', data: table.days.map(({ day }) => day.slice(5)) },
    yAxis: { type: 'value' },
    series: table.types.map((type) => ({
      type: 'bar',
      stack: 'all',
      barMaxWidth: 36,
      name: name(type),
      data: table.days.map(({ byType }) => moneyToWire(byType.get(type) ?? ZERO)),
    })),
  };
}

interface BehindProps {
  readonly lines: readonly ChargeLine[];
  readonly numbers: ReadonlyMap<string | null, PrescriptionHead>;
}

/** The lines that an amount is the sum of. */
function Behind({ lines, numbers }: BehindProps) {
  return (
    <table className="rx-explain-table">
      <tbody>
        {lines.map((line) => (
          <tr key={line.detailId}>
            <td className="rx-muted">{numbers.get(line.dpId)?.dpNumber.slice(-4)}</td>
            <td>{line.drugName}</td>
            <td>{`${line.drugNum} ${line.drugNumUnit} × ${line.price.toFixed(4)}`}</td>
            <td>
              <AmountText amount={moneyFromWire(line.subTotal)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
