import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { groupMark } from '../../../../catalogue/contract/index.ts';
import type { RxEditorStore } from '../rx-editor.store.ts';
import { RxLineRow } from './rx-line.row.tsx';
import './rx-lines.css';

/** Cells in the order in which Enter walks through a row. */
const cellsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>('[data-cell]')];

interface RxLinesProps {
  readonly editor: RxEditorStore;
  /** Enter in the last cell: back to adding. */
  readonly onDone: () => void;
}

/** Lines of a prescription, edited in place. Enter goes on, ↑ ↓ change the row, Alt+Delete removes it. */
export const RxLines = observer(function RxLines({ editor, onDone }: RxLinesProps) {
  const { t } = usePlugin();
  const body = useRef<HTMLTableSectionElement>(null);
  const { lines, focusKey, duplicates } = editor.content;

  useEffect(() => {
    if (focusKey === null) return;
    const row = body.current?.querySelector(`[data-line="${CSS.escape(focusKey)}"]`);
    const cell = row?.querySelector<HTMLInputElement>('[data-cell]');
    editor.content.focusDone();
    row?.scrollIntoView({ block: 'nearest' });
    cell?.focus();
    if (cell instanceof HTMLInputElement) cell.select();
  }, [focusKey, editor]);

  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || target.dataset.cell === undefined || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const row = target.closest<HTMLElement>('tr[data-line]');
    const rows = [...(body.current?.querySelectorAll<HTMLElement>('tr[data-line]') ?? [])];
    const at = row ? rows.indexOf(row) : -1;
    if (!row || at < 0) return;
    if (event.key === 'Enter') {
      const cells = cellsOf(row);
      const next = cells[cells.indexOf(target) + (event.shiftKey ? -1 : 1)];
      if (next) next.focus();
      else if (!event.shiftKey) onDone();
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && target instanceof HTMLInputElement && !event.altKey) {
      rows[at + (event.key === 'ArrowDown' ? 1 : -1)]?.querySelector<HTMLElement>(`[data-cell="${target.dataset.cell}"]`)?.focus();
    } else if (event.key === 'Escape') {
      onDone();
    } else if (event.code === 'KeyG' && event.altKey) {
      if (editor.content.canJoinAbove(at)) editor.content.joinAbove(at);
      else editor.content.ungroup(at);
    } else if (event.key === 'Delete' && event.altKey) {
      editor.content.removeLine(row.dataset.line ?? '');
      const near = rows[at + 1] ?? rows[at - 1];
      if (near) cellsOf(near)[0]?.focus();
      else onDone();
    } else return;
    event.preventDefault();
  };

  if (lines.length === 0) return <p className="rx-lines-empty">{t('line.empty')}</p>;
  return (
    <div className="rx-lines-scroll">
      <table className="rx-lines" aria-label={t('line.label')} aria-busy={editor.content.calculating}>
        <thead>
          <tr>
            <th scope="col" className="rx-col-mark" aria-label="#" />
            <th scope="col" className="rx-col-name">
              {t('line.name')}
            </th>
            <th scope="col" className="rx-col-dose">
              {t('line.dose')}
            </th>
            <th scope="col" className="rx-col-usage">
              {t('line.usage')}
            </th>
            <th scope="col" className="rx-col-interval">
              {t('line.interval')}
            </th>
            <th scope="col" className="rx-col-days">
              {t('line.days')}
            </th>
            <th scope="col" className="rx-col-num">
              {t('line.num')}
            </th>
            <th scope="col" className="rx-col-price">
              {`${t('line.price')} / ${t('line.stock')}`}
            </th>
            <th scope="col" className="rx-col-sum">
              {t('line.subTotal')}
            </th>
            {editor.editable && (
              <th scope="col" className="rx-col-acts">
                <span className="nephra-visually-hidden">{t('line.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={handleKey}>
          {lines.map((line, index) => (
            <RxLineRow
              key={line.key}
              editor={editor}
              line={line}
              index={index}
              mark={groupMark(lines, index)}
              joins={editor.content.canJoinAbove(index)}
              duplicate={duplicates.includes(index)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
});
