import JsBarcode from 'jsbarcode';
import { useMemo } from 'react';
import { useKitText } from '../kit-text.ts';

export interface BarcodeProps {
  /** Drawn only when it is made of letters and digits (spec 5). */
  readonly text: string;
  /** Default `CODE128`. */
  readonly format?: string;
  /** Pixels of one bar. Default 4 (spec 9). */
  readonly barWidth?: number;
  /** Default 40. */
  readonly height?: number;
  /** Default 5. */
  readonly margin?: number;
  readonly lineColor?: string;
  readonly background?: string;
}

/** The bars as `1` and the gaps as `0`; undefined when the text cannot be encoded. */
export function barsOf(text: string, format = 'CODE128'): string | undefined {
  if (!/^[A-Za-z0-9]+$/.test(text)) return undefined;
  const result: { encodings?: readonly { readonly data: string }[] } = {};
  try {
    JsBarcode(result, text, { format, displayValue: false });
  } catch {
    return undefined;
  }
  const bars = result.encodings?.map((part) => part.data).join('');
  return bars || undefined;
}

/** One rectangle per bar: `[start, length]` in modules. */
export const barRuns = (bars: string): readonly (readonly [start: number, length: number])[] =>
  [...bars.matchAll(/1+/g)].map((match) => [match.index, match[0].length] as const);

/** The same picture as SVG text, for printed documents. Empty when the text cannot be encoded. Units are bars and stretch with the place. */
export function barcodeMarkup(text: string, format?: string): string {
  const bars = barsOf(text, format);
  if (bars === undefined) return '';
  const rects = barRuns(bars).map(([start, length]) => `<rect x="${start}" y="0" width="${length}" height="40"/>`);
  return `<svg viewBox="0 0 ${bars.length} 40" preserveAspectRatio="none" shape-rendering="crispEdges">${rects.join('')}</svg>`;
}

/** A barcode as picture, without its text below (spec 9). */
export function Barcode({ text, format, barWidth = 4, height = 40, margin = 5, lineColor = '#000', background = '#fff' }: BarcodeProps) {
  const kit = useKitText();
  const bars = useMemo(() => barsOf(text, format), [text, format]);
  if (bars === undefined) return null;
  const width = bars.length * barWidth + 2 * margin;
  return (
    <svg
      role="img"
      aria-label={kit('barcode', { text })}
      width={width}
      height={height + 2 * margin}
      viewBox={`0 0 ${width} ${height + 2 * margin}`}
      style={{ maxWidth: '100%', background }}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      {barRuns(bars).map(([start, length]) => (
        <rect key={start} x={margin + start * barWidth} y={margin} width={length * barWidth} height={height} fill={lineColor} />
      ))}
    </svg>
  );
}
