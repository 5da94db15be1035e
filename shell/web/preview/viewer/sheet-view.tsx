import { Spin } from '@nephra/plugin-sdk/ui';
import { PageTabs } from '@nephra/plugin-sdk/widgets';
import { useEffect, useRef, useState } from 'react';
import type { PreviewContent } from '../../../contract/preview/preview.contract.ts';
import { Notes } from './notes.tsx';
import type { PreviewText } from './preview-texts.ts';
import { useFirstFocus } from './use-room.ts';

export type SheetContent = Extract<PreviewContent, { kind: 'sheet' }>;

interface SheetViewProps {
  readonly name: string;
  readonly sheet: SheetContent;
  /** Another one is being fetched. */
  readonly loading: boolean;
  readonly text: PreviewText;
  readonly onSheet: (at: number) => void;
}

/** Rows that are drawn at a time; more follow as somebody comes near their end. */
const ROWS_AT_ONCE = 150;

/** 1 → A, 27 → AA. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + ((column - 1) % 26));
  return column > 26 ? columnName(Math.floor((column - 1) / 26)) + letter : letter;
}

/** A workbook: its sheets as tabs, the open one as a table with the letters and numbers of the spreadsheet. */
export function SheetView({ name, sheet, loading, text, onSheet }: SheetViewProps) {
  const { sheets, at, moreRows, moreColumns, maxRows, maxColumns } = sheet;
  const note = (moreRows || moreColumns) && text('rowsCut', { rows: maxRows, columns: maxColumns });
  const table = <SheetTable key={at} name={name} sheet={sheet} text={text} />;
  const content = (
    <div className="nephra-viewer-sheet">
      <Notes notes={[note]} />
      {loading ? (
        <div className="nephra-preview-wait">
          <Spin tip={text('loading')} />
        </div>
      ) : (
        table
      )}
    </div>
  );
  if (sheets.length < 2) return content;
  return (
    <div className="nephra-viewer-sheets">
      {/* Two sheets may bear one name in a damaged workbook: their places tell them apart. */}
      <PageTabs activeKey={String(at)} onChange={(key) => onSheet(Number(key))} tabs={sheets.map((title, place) => ({ key: String(place), title, content }))} />
    </div>
  );
}

function SheetTable({ name, sheet: { rows }, text }: Pick<SheetViewProps, 'name' | 'sheet' | 'text'>) {
  const box = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(ROWS_AT_ONCE);
  useFirstFocus(box);
  const more = drawn < rows.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: watched anew, an end that is still near is told once more
  useEffect(() => {
    if (!end.current || !more) return undefined;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setDrawn((before) => before + ROWS_AT_ONCE);
      },
      { root: box.current, rootMargin: '800px 0px' },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [more, drawn]);
  if (rows.length === 0) return <p className="nephra-viewer-empty">{text('emptySheet')}</p>;
  const columns = Array.from({ length: Math.max(...rows.map(({ cells }) => cells.length)) }, (_none, at) => columnName(at + 1));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it
    <section ref={box} className="nephra-viewer-scroll nephra-viewer-plain" tabIndex={0} aria-label={text('content', { name })}>
      <table className="nephra-viewer-table">
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, drawn).map(({ number, cells }) => (
            <tr key={number}>
              <th scope="row">{number}</th>
              {columns.map((column, at) => (
                <td key={column}>{cells[at] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more && <div ref={end} className="nephra-viewer-more" />}
    </section>
  );
}
