import { create } from 'qrcode/lib/core/qrcode';
import { useMemo } from 'react';
import { useKitText } from '../kit-text.ts';

export interface QrCodeProps {
  readonly text: string;
  /** Pixels. Default 40; as a form field 100 (spec 9). */
  readonly size?: number;
  readonly colorDark?: string;
  readonly colorLight?: string;
}

export interface QrPath {
  /** Modules per side. */
  readonly modules: number;
  /** SVG path of the dark modules. */
  readonly path: string;
}

/** Low error correction (spec 9). Undefined when the text is empty or too long for a code. */
export function qrPath(text: string): QrPath | undefined {
  if (text === '') return undefined;
  try {
    const { size, data } = create(text, { errorCorrectionLevel: 'L' }).modules;
    const parts: string[] = [];
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        const start = column;
        while (column < size && data[row * size + column]) column += 1;
        if (column > start) parts.push(`M${start} ${row}h${column - start}v1h-${column - start}z`);
      }
    }
    return { modules: size, path: parts.join('') };
  } catch {
    return undefined;
  }
}

/** A QR code as picture. */
export function QrCode({ text, size = 40, colorDark = '#000', colorLight = '#fff' }: QrCodeProps) {
  const kit = useKitText();
  const code = useMemo(() => qrPath(text), [text]);
  if (!code) return null;
  return (
    <svg
      role="img"
      aria-label={kit('qrCode')}
      width={size}
      height={size}
      viewBox={`0 0 ${code.modules} ${code.modules}`}
      shapeRendering="crispEdges"
      style={{ background: colorLight }}
    >
      <path d={code.path} fill={colorDark} />
    </svg>
  );
}
