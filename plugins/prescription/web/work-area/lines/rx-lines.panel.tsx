import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { groupMark } from '../../../../catalogue/contract/index.ts';
import type { RxEditorStore } from '../rx-editor.store.ts';
import { RxLineRow } from './rx-line.row.tsx';
import { useLineKeys } from './use-line-keys.ts';
import './rx-lines.css';

interface RxLinesProps {
  readonly editor: RxEditorStore;
  /** Enter in the last cell: back to adding. */
  readonly onDone: () => void;
}

/** Lines of a prescription, edited in place. */
export const RxLines = observer(function RxLines({ editor, onDone }: RxLinesProps) {
  const { t } = usePlugin();
  const { body, handleKey } = useLineKeys(editor, onDone);
  const { lines, focusKey, duplicates } = editor.content;

  useEffect(() => {
    if (focusKey === null) return;
    const row = body.current?.querySelector(`[data-line="${CSS.escape(focusKey)}"]`);
    const cell = row?.querySelector<HTMLInputElement>('[data-cell]');
    editor.content.focusDone();
    row?.scrollIntoView({ block: 'nearest' });
    cell?.focus();
    if (cell instanceof HTMLInputElement) cell.select();
  }, [focusKey, editor, body]);

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
