import { withThousands } from '@nephra/plugin-sdk/contract';
import { decimalsOf, type RecordField, settleValues } from '@nephra/plugin-sdk/record';

interface SummedLine {
  /** Values on the wire, as they would be sent. */
  readonly sent: object;
  /** What stands there; undefined: it is new. */
  readonly stored: Readonly<Record<string, unknown>> | undefined;
}

/** Sums of the cells that `totals` of a field of lines names, exact, as texts. What conditions take away or calculate counts as it will be saved. */
export function lineTotals({ cells = [], totals = [] }: RecordField, lines: readonly SummedLine[]): Readonly<Record<string, string>> {
  const settled = lines.map(({ sent, stored }) => settleValues(cells, sent as Readonly<Record<string, unknown>>, stored).values);
  const summed = cells.filter(({ name }) => totals.includes(name));
  return Object.fromEntries(
    summed.map((cell) => {
      const scale = decimalsOf(cell);
      // Whole units of the last decimal: sums of fractions drift.
      const units = settled.reduce(
        (sum, line) =>
          sum +
          BigInt(
            Number(line[cell.name] ?? 0)
              .toFixed(scale)
              .replace('.', ''),
          ),
        0n,
      );
      const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
      const [whole, part] = [digits.slice(0, digits.length - scale), digits.slice(digits.length - scale)];
      return [cell.name, withThousands(`${units < 0n ? '-' : ''}${whole}${scale > 0 ? `.${part}` : ''}`)];
    }),
  );
}
