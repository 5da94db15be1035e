import { Button, IconChevronDown, IconChevronUp, Input, Spin } from '@nephra/plugin-sdk/ui';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type OpenPdf, openPdf, PdfError, type PdfFlaw } from './pdf-engine.ts';
import { PdfPage } from './pdf-page.tsx';
import type { PreviewText } from '../preview-texts.ts';
import { useFirstFocus, useRoom } from '../use-room.ts';
import { fitOf, type Zoom, zoomByKey } from '../zoom.ts';
import { ZoomButtons } from '../zoom-buttons.tsx';

interface PdfViewProps {
  readonly name: string;
  readonly file: Blob;
  readonly text: PreviewText;
  readonly onFlaw: (flaw: PdfFlaw) => void;
}

/** A PDF, page below page. */
export default function PdfView({ name, file, text, onFlaw }: PdfViewProps) {
  const [pdf, setPdf] = useState<OpenPdf>();
  const flaw = useRef(onFlaw);
  useLayoutEffect(() => {
    flaw.current = onFlaw;
  });
  useEffect(() => {
    let left = false;
    let opened: OpenPdf | undefined;
    const open = async () => {
      opened = await openPdf(await file.arrayBuffer());
      if (left) opened.close();
      else setPdf(opened);
    };
    open().catch((error: unknown) => {
      if (!left) flaw.current(error instanceof PdfError ? error.flaw : 'broken');
    });
    return () => {
      left = true;
      opened?.close();
    };
  }, [file]);
  if (pdf) return <PdfPages name={name} pdf={pdf} text={text} />;
  return (
    <div className="nephra-preview-wait">
      <Spin size="large" tip={text('loading')} />
    </div>
  );
}

interface PdfPagesProps {
  readonly name: string;
  readonly pdf: OpenPdf;
  readonly text: PreviewText;
}

const pagesIn = (box: HTMLElement | null): HTMLElement[] => [...(box?.querySelectorAll<HTMLElement>('.nephra-pdf-page') ?? [])];
/** Room above a page that was asked for, in pixels. */
const ABOVE = 12;

function PdfPages({ name, pdf, text }: PdfPagesProps) {
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [current, setCurrent] = useState(1);
  useFirstFocus(box);
  const scale = zoom === 'fit' ? fitOf(room, pdf.firstSize.width) : zoom;

  // What was in the middle stays there when the pages become larger or smaller.
  const middle = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size is what moves the pages
  useLayoutEffect(() => {
    const { current: scroller } = box;
    if (scroller && middle.current > 0) scroller.scrollTop = middle.current * scroller.scrollHeight - scroller.clientHeight / 2;
  }, [scale]);

  const handleScroll = () => {
    const { current: scroller } = box;
    if (!scroller) return;
    const line = scroller.scrollTop + scroller.clientHeight / 2;
    middle.current = scroller.scrollTop === 0 ? 0 : line / scroller.scrollHeight;
    const below = pagesIn(scroller).findIndex((page) => page.offsetTop + page.offsetHeight >= line);
    setCurrent(below < 0 ? pdf.pages : below + 1);
  };
  const goTo = (page: number) => {
    const wanted = Math.min(pdf.pages, Math.max(1, page));
    const target = pagesIn(box.current)[wanted - 1];
    if (target && box.current) box.current.scrollTop = target.offsetTop - ABOVE;
    setCurrent(wanted);
  };
  const handleKey = (event: KeyboardEvent) => {
    const wanted = zoomByKey(event, scale);
    if (wanted !== undefined) setZoom(wanted);
    else if (event.key === 'ArrowRight' && !isWide(box.current)) goTo(current + 1);
    else if (event.key === 'ArrowLeft' && !isWide(box.current)) goTo(current - 1);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="nephra-viewer-tools" role="toolbar" aria-label={text('tools')}>
        <span className="nephra-viewer-group">
          <Button
            theme="borderless"
            type="tertiary"
            icon={<IconChevronUp />}
            aria-label={text('previous')}
            title={text('previous')}
            disabled={current <= 1}
            onClick={() => goTo(current - 1)}
          />
          <PageNumber key={current} page={current} label={text('page')} onGo={goTo} />
          <span className="nephra-viewer-total">{text('pageOf', { total: pdf.pages })}</span>
          <Button
            theme="borderless"
            type="tertiary"
            icon={<IconChevronDown />}
            aria-label={text('next')}
            title={text('next')}
            disabled={current >= pdf.pages}
            onClick={() => goTo(current + 1)}
          />
        </span>
        <ZoomButtons scale={scale} zoom={zoom} text={text} onZoom={setZoom} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it */}
      <section ref={box} className="nephra-viewer-scroll" tabIndex={0} aria-label={text('content', { name })} onScroll={handleScroll} onKeyDown={handleKey}>
        {room > 0 &&
          Array.from({ length: pdf.pages }, (_none, at) => at + 1).map((number) => (
            <PdfPage key={number} pdf={pdf} number={number} scale={scale} scroller={box} text={text} />
          ))}
      </section>
    </>
  );
}

/** Arrows to the side then move what is seen, as the browser does. */
const isWide = (box: HTMLElement | null): boolean => box !== null && box.scrollWidth > box.clientWidth + 1;

interface PageNumberProps {
  readonly page: number;
  readonly label: string;
  readonly onGo: (page: number) => void;
}

/** The page that is seen; another number leads to that page. */
function PageNumber({ page, label, onGo }: PageNumberProps) {
  const [typed, setTyped] = useState(String(page));
  const go = () => {
    const wanted = Number.parseInt(typed, 10);
    if (Number.isNaN(wanted)) setTyped(String(page));
    else if (wanted !== page) onGo(wanted);
  };
  return <Input className="nephra-viewer-page" inputMode="numeric" aria-label={label} value={typed} onChange={setTyped} onEnterPress={go} onBlur={go} />;
}
