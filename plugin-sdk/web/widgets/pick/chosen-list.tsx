import { IconClose } from '@nephra/plugin-sdk/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { ChosenStore } from './chosen-store.ts';
import { useKitText } from '../kit-text.ts';
import { scrollStep, tableWindow } from '../table/table-window.ts';
import './choice.css';

const ROW_HEIGHT = 32;

interface ChosenListProps {
  readonly chosen: ChosenStore;
  /** Few lines, for narrow dialogs; nothing while nothing is chosen. */
  readonly compact?: boolean;
}

/** What is chosen, with a button to take each away. */
export const ChosenList = observer(function ChosenList({ chosen, compact }: ChosenListProps) {
  const text = useKitText();
  const [view, setView] = useState({ top: 0, height: 400 });
  const { list } = chosen;
  const part = tableWindow(list.length, ROW_HEIGHT, view.top, view.height);
  return (
    <section className="nk-chosen" data-compact={compact || undefined} aria-label={text('chosen')}>
      <div className="nk-chosen-head">
        <span aria-live="polite">{text('selected', { n: list.length })}</span>
        {list.length > 0 && (
          <button type="button" className="nk-text-button" onClick={() => chosen.clear()}>
            {text('clearAll')}
          </button>
        )}
      </div>
      {list.length === 0 && !compact && <p className="nk-choice-note">{text('chosenNone')}</p>}
      <ul
        className="nk-chosen-rows"
        tabIndex={list.length > 0 ? 0 : undefined}
        hidden={list.length === 0}
        onScroll={({ currentTarget: box }) => {
          const top = scrollStep(box.scrollTop, ROW_HEIGHT);
          if (top !== view.top || box.clientHeight !== view.height) setView({ top, height: box.clientHeight });
        }}
      >
        {part.above > 0 && <li aria-hidden="true" style={{ height: part.above }} />}
        {list.slice(part.from, part.to).map(({ id, fullName }) => (
          <li key={id}>
            <span title={fullName}>{fullName}</span>
            <button type="button" className="nk-choice-x" aria-label={text('removeOne', { name: fullName })} onClick={() => chosen.remove(id)}>
              <IconClose size="small" />
            </button>
          </li>
        ))}
        {part.below > 0 && <li aria-hidden="true" style={{ height: part.below }} />}
      </ul>
    </section>
  );
});
