import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, scrollStep, tableWindow } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { NodeMark, RightNodeState } from '../../../domain/rights/rights-ticks.ts';
import type { GrantEditorStore } from './grant-editor.store.ts';

/** Pixels; as in the style sheet. */
const ROW_HEIGHT = 32;

const domId = (id: string): string => `pm-right-${id}`;

/** Menus as a tree with ticks. Arrows move, Space ticks, ← → fold; what is active shows its rights beside. */
export const RightsTree = observer(function RightsTree({ store }: { readonly store: GrantEditorStore }) {
  const { t } = usePlugin();
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const { rows, activeId } = store;
  useLayoutEffect(() => {
    const height = frame.current?.clientHeight;
    if (height) setView((old) => ({ ...old, height }));
  }, []);
  useEffect(() => {
    const box = frame.current;
    const top = store.rows.findIndex((row) => row.menu.id === activeId) * ROW_HEIGHT;
    if (!box || top < 0) return;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + ROW_HEIGHT > box.scrollTop + box.clientHeight) box.scrollTop = top + ROW_HEIGHT - box.clientHeight;
  }, [activeId, store]);
  const part = tableWindow(rows.length, ROW_HEIGHT, view.top, view.height);
  const goTo = (at: number) => {
    const row = rows[Math.min(Math.max(0, at), rows.length - 1)];
    if (row) store.setActive(row.menu.id);
  };
  const handleKey = (event: KeyboardEvent) => {
    const at = rows.findIndex((row) => row.menu.id === activeId);
    const row = rows[at];
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1, PageDown: at + 10, PageUp: at - 10 };
    const next = steps[event.key];
    if (next !== undefined) goTo(next);
    else if (!row) return;
    else if (event.key === ' ') store.tickNode(row, store.marks.get(row.menu.id)?.state !== 'all');
    else if (event.key === 'ArrowRight') row.children.length > 0 && !store.isOpen(row.menu.id) ? store.setOpen(row.menu.id, true) : goTo(at + 1);
    else if (event.key === 'ArrowLeft') row.children.length > 0 && store.isOpen(row.menu.id) ? store.setOpen(row.menu.id, false) : goTo(parentAt(rows, at));
    else return;
    event.preventDefault();
  };
  if (rows.length === 0) return <EmptyState text={t('authorize.noRights')} />;
  const shown = rows.slice(part.from, part.to);
  return (
    <div
      ref={frame}
      role="tree"
      aria-label={t('authorize.rights')}
      aria-multiselectable
      tabIndex={0}
      className="pm-rights-tree"
      // One that is folded away or scrolled out of what is drawn has no element that could be named.
      aria-activedescendant={activeId !== null && shown.some(({ menu }) => menu.id === activeId) ? domId(activeId) : undefined}
      onKeyDown={handleKey}
      onScroll={({ currentTarget: box }) => {
        const top = scrollStep(box.scrollTop, ROW_HEIGHT);
        if (top !== view.top || box.clientHeight !== view.height) setView({ top, height: box.clientHeight });
      }}
    >
      <div style={{ height: part.above }} />
      {shown.map((row) => (
        <TreeRow key={row.menu.id} store={store} row={row} />
      ))}
      <div style={{ height: part.below }} />
    </div>
  );
});

function parentAt(rows: readonly RightNodeState[], at: number): number {
  const level = rows[at]?.level ?? 1;
  for (let above = at - 1; above >= 0; above -= 1) if ((rows[above]?.level ?? 1) < level) return above;
  return at;
}

const NO_MARK: NodeMark = { state: 'none', ticked: 0, items: 0 };
const CHECKED = { all: 'true', some: 'mixed', none: 'false' } as const;

const TreeRow = observer(function TreeRow({ store, row }: { readonly store: GrantEditorStore; readonly row: RightNodeState }) {
  const { t } = usePlugin();
  const { menu, children, level } = row;
  const { state, ticked, items } = store.marks.get(menu.id) ?? NO_MARK;
  const open = store.isOpen(menu.id);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around takes the keys for all nodes
    <div
      id={domId(menu.id)}
      role="treeitem"
      tabIndex={-1}
      // All that is seen of it: who speaks to the page says what stands there.
      aria-labelledby={items > 0 ? `${domId(menu.id)}-name ${domId(menu.id)}-count` : `${domId(menu.id)}-name`}
      aria-level={level}
      aria-expanded={children.length > 0 ? open : undefined}
      aria-selected={menu.id === store.activeId}
      aria-checked={CHECKED[state]}
      className="pm-right-node"
      style={{ paddingInlineStart: 4 + (level - 1) * 16 }}
      onClick={() => store.setActive(menu.id)}
    >
      {children.length > 0 ? (
        <button
          type="button"
          tabIndex={-1}
          className="pm-twist"
          aria-label={t(open ? 'parts.close' : 'parts.open')}
          onClick={(event) => {
            event.stopPropagation();
            store.setOpen(menu.id, !open);
          }}
        >
          {open ? '▾' : '▸'}
        </button>
      ) : (
        <span className="pm-twist" />
      )}
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={menu.fullName}
        checked={state === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = state === 'some';
        }}
        onClick={(event) => event.stopPropagation()}
        onChange={() => store.tickNode(row, state !== 'all')}
      />
      <span id={`${domId(menu.id)}-name`} className="pm-right-name" title={menu.enCode}>
        {menu.type === 0 ? t('authorize.otherRights', { name: menu.fullName }) : menu.fullName}
      </span>
      {items > 0 && (
        <small id={`${domId(menu.id)}-count`} className="pm-right-count">
          {ticked}/{items}
        </small>
      )}
    </div>
  );
});
