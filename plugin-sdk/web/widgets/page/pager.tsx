import { isCountLimit, PAGE_SIZES } from '@nephra/plugin-sdk/contract';
import { Select } from '@nephra/plugin-sdk/ui';
import { type FormEvent, useId, useState } from 'react';
import { useKitText } from '../kit-text.ts';
import { pagerItems } from './pager-items.ts';
import './pager.css';

export interface PagerProps {
  /** What is turned over; tells several pagers of one page apart. */
  readonly label?: string;
  readonly total: number;
  readonly currentPage: number;
  readonly pageSize: number;
  readonly onPage: (page: number) => void;
  readonly onPageSize: (size: number) => void;
}

/** Pager with total, sizes, previous, pages, next, jumper, in this order (spec 9). */
export function Pager({ label, total, currentPage, pageSize, onPage, onPageSize }: PagerProps) {
  const text = useKitText();
  const sizesLabel = useId();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const sizes = PAGE_SIZES.some((size) => size === pageSize) ? PAGE_SIZES : [...PAGE_SIZES, pageSize].sort((a, b) => a - b);
  return (
    <nav className="nk-pager" aria-label={label ? text('pagesOf', { label }) : text('pages')}>
      <span className="nk-pager-total">
        {text(isCountLimit(total) ? 'totalOrMore' : 'total', { n: total })}
        {pages > 1 && (
          <span className="nk-pager-printed">{text('rowsHere', { from: (currentPage - 1) * pageSize + 1, to: Math.min(total, currentPage * pageSize) })}</span>
        )}
        {/* A select calls itself "selected" unless an element names it. */}
        <span id={sizesLabel} hidden>
          {text('pageSize')}
        </span>
      </span>
      <Select
        className="nk-pager-sizes"
        value={pageSize}
        dropdownMatchSelectWidth={false}
        aria-labelledby={sizesLabel}
        optionList={sizes.map((size) => ({ value: size, label: text('perPage', { n: size }) }))}
        onChange={(size) => onPageSize(Number(size))}
      />
      <span className="nk-pager-pages">
        <button type="button" aria-label={text('prevPage')} disabled={currentPage <= 1} onClick={() => onPage(currentPage - 1)}>
          ‹
        </button>
        {pagerItems(currentPage, pages).map((item) =>
          item.kind === 'gap' ? (
            <span key={`gap${item.after}`} aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={item.page}
              type="button"
              aria-label={text('page', { n: item.page })}
              aria-current={item.page === currentPage ? 'page' : undefined}
              onClick={() => onPage(item.page)}
            >
              {item.page}
            </button>
          ),
        )}
        <button type="button" aria-label={text('nextPage')} disabled={currentPage >= pages} onClick={() => onPage(currentPage + 1)}>
          ›
        </button>
      </span>
      <Jumper pages={pages} onPage={onPage} />
    </nav>
  );
}

function Jumper({ pages, onPage }: { readonly pages: number; readonly onPage: (page: number) => void }) {
  const text = useKitText();
  const [typed, setTyped] = useState('');
  const jump = (event: FormEvent) => {
    event.preventDefault();
    const page = Number.parseInt(typed, 10);
    setTyped('');
    if (page >= 1) onPage(Math.min(page, pages));
  };
  return (
    <form className="nk-pager-jump" onSubmit={jump}>
      <label>
        {text('jumpTo')}
        <input inputMode="numeric" value={typed} onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))} />
        {text('jumpPage')}
      </label>
    </form>
  );
}
