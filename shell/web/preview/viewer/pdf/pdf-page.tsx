import { type RefObject, useEffect, useRef, useState } from 'react';
import { drawPage, type OpenPdf, type PageSize, sizeOf } from './pdf-engine.ts';
import type { PreviewText } from '../preview-texts.ts';

interface PdfPageProps {
  readonly pdf: OpenPdf;
  readonly number: number;
  readonly scale: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly text: PreviewText;
}

/** Pages that are so near to what is seen are drawn; others give their memory back. */
const NEAR = '800px 0px';

/** One page: an empty sheet until somebody comes near it. */
export function PdfPage({ pdf, number, scale, scroller, text }: PdfPageProps) {
  const box = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<PageSize>(pdf.firstSize);
  const [near, setNear] = useState(false);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!box.current) return undefined;
    const watch = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), { root: scroller.current, rootMargin: NEAR });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [scroller]);

  useEffect(() => {
    const [sheet, layer] = [canvas.current, words.current];
    if (!near || !sheet || !layer) return undefined;
    let stop: (() => void) | undefined;
    let left = false;
    const draw = async () => {
      const page = await pdf.page(number);
      if (left) return;
      setSize(sizeOf(page));
      layer.replaceChildren();
      const drawing = drawPage(page, scale, sheet, layer);
      stop = drawing.stop;
      await drawing.done;
    };
    draw().catch(() => {
      if (!left) setFailed(true);
    });
    return () => {
      left = true;
      stop?.();
      layer.replaceChildren();
      // A canvas of no size gives its memory back at once.
      sheet.width = 0;
      sheet.height = 0;
    };
  }, [pdf, number, scale, near]);

  return (
    <section
      ref={box}
      className="nephra-pdf-page"
      data-page={number}
      aria-label={text('pageName', { page: number })}
      style={{ width: Math.floor(size.width * scale), height: Math.floor(size.height * scale) }}
    >
      {/* Of no size until it is drawn: an empty one takes memory, too. */}
      <canvas ref={canvas} width={0} height={0} aria-hidden />
      <div ref={words} className="nephra-pdf-words" />
      {failed && <p role="alert">{text('pageFailed', { page: number })}</p>}
    </section>
  );
}
