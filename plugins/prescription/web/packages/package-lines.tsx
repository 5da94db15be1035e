import { moneyFromWire } from '@nephra/plugin-sdk/contract';
import { IconClose } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText } from '@nephra/plugin-sdk/widgets';
import type { PrescriptionDetail, SkippedLine } from '../../contract/index.ts';
import { groupMark } from '../../../catalogue/contract/index.ts';
import '../work-area/lines/explain.css';

interface PackageLinesProps {
  readonly lines: readonly PrescriptionDetail[];
  readonly skipped?: readonly SkippedLine[];
  /** Lines that are chosen, by place; without it nothing can be chosen. */
  readonly chosen?: ReadonlySet<number>;
  readonly onChoose?: (index: number) => void;
  readonly onDrop?: (index: number) => void;
}

/** Lines that may become lines of a prescription: dose, route, frequency, quantity and amount today. */
export function PackageLines({ lines, skipped = [], chosen, onChoose, onDrop }: PackageLinesProps) {
  const { t } = usePlugin();
  return (
    <table className="rx-explain-table rx-package-lines">
      <tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a package have no identity but their place
          <tr key={index}>
            {chosen && (
              <td>
                <input type="checkbox" aria-label={line.drugName} checked={chosen.has(index)} onChange={() => onChoose?.(index)} />
              </td>
            )}
            <td>
              <span aria-hidden="true" className="rx-bracket">
                {groupMark(lines, index)}
              </span>
              {line.drugName} <span className="rx-muted">{line.drugSpec}</span>
            </td>
            <td className="rx-muted">
              {line.kind === 'drug' &&
                [
                  `${line.onceUsing} ${line.onceUsingUnit}`,
                  line.drugUsage && t(`usage.${line.drugUsage}`),
                  line.drugInterval,
                  t('print.days', { n: line.drugDays }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
            </td>
            <td>{`${line.drugNum} ${line.drugNumUnit}`}</td>
            <td>
              <AmountText amount={moneyFromWire(line.subTotal)} />
            </td>
            {onDrop && (
              <td>
                <button type="button" className="rx-icon rx-icon-danger" aria-label={t('line.remove', { name: line.drugName })} onClick={() => onDrop(index)}>
                  <IconClose size="small" />
                </button>
              </td>
            )}
          </tr>
        ))}
        {skipped.map((line) => (
          <tr key={line.drugId} className="rx-skipped">
            {chosen && <td />}
            <td colSpan={3}>{line.drugName || line.drugId}</td>
            <td>{t(`package.skipped.${line.reason}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
