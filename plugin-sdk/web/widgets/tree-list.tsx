import { Input } from '@nephra/plugin-sdk/ui';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useKitText } from './kit-text.ts';
import { EmptyState, ErrorCard, ListSkeleton } from './states.tsx';
import { scrollStep, tableWindow } from './table-window.ts';
import type { TreeNode } from './tree-rows.ts';
import type { TreeStore } from './tree-store.ts';
import './tree-list.css';

export interface TreeListProps<Node extends TreeNode> {
  /** Name of the tree for screen readers. */
  readonly label: string;
  readonly store: TreeStore<Node>;
  readonly onSelect?: (node: Node) => void;
  /** Default: the node's name. */
  readonly render?: (node: Node) => ReactNode;
  /** Only nodes without children can be chosen (spec 5, last-level option). */
  readonly leavesOnly?: boolean;
  /** Filter field above the tree. Default true. */
  readonly filter?: boolean;
}

const NODE_HEIGHT = 32;

function ObservedTreeList<Node extends TreeNode>({ label, store, onSelect, render, leavesOnly, filter = true }: TreeListProps<Node>) {
  const text = useKitText();
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  useEffect(() => {
    void store.start();
    return () => store.dispose();
  }, [store]);
  useLayoutEffect(() => {
    const height = frame.current?.clientHeight;
    if (height) setView((old) => ({ ...old, height }));
  }, []);

  const { rows, state } = store;
  const part = tableWindow(rows.length, NODE_HEIGHT, view.top, view.height);
  const choose = (node: Node, expandable: boolean) => {
    if (leavesOnly && expandable) {
      store.setOpen(node.id, true);
      return;
    }
    store.select(node.id);
    onSelect?.(node);
  };
  const goTo = (at: number) => {
    const row = rows[Math.min(Math.max(0, at), rows.length - 1)];
    const box = frame.current;
    if (!row || !box) return;
    store.setActive(row.node.id);
    const top = rows.indexOf(row) * NODE_HEIGHT;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + NODE_HEIGHT > box.scrollTop + box.clientHeight) box.scrollTop = top + NODE_HEIGHT - box.clientHeight;
  };
  const handleKey = (event: KeyboardEvent) => {
    const at = rows.findIndex((row) => row.node.id === store.activeId);
    const row = rows[at];
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), Home: 0, End: rows.length - 1 };
    const next = steps[event.key];
    if (next !== undefined) goTo(next);
    else if (!row) return;
    else if (event.key === 'ArrowRight') row.expandable && !row.expanded ? store.setOpen(row.node.id, true) : goTo(at + 1);
    else if (event.key === 'ArrowLeft') row.expanded ? store.setOpen(row.node.id, false) : goTo(parentAt(rows, at));
    else if (event.key === 'Enter' || event.key === ' ') choose(row.node, row.expandable);
    else return;
    event.preventDefault();
  };

  return (
    <div className="nk-tree">
      {filter && (
        <Input
          value={store.keyword}
          showClear
          placeholder={text('keywordTree')}
          aria-label={text('keywordTree')}
          onChange={(keyword) => store.setKeyword(keyword)}
        />
      )}
      {state.kind === 'failed' && <ErrorCard error={state.error} onRetry={() => void store.reload()} />}
      {state.kind === 'loading' && state.first && <ListSkeleton />}
      {state.kind === 'ready' && rows.length === 0 && <EmptyState text={text('noTreeData')} />}
      <div
        ref={frame}
        role="tree"
        aria-label={label}
        tabIndex={0}
        className="nk-tree-frame"
        aria-activedescendant={store.activeId === null ? undefined : `nk-node-${store.activeId}`}
        hidden={rows.length === 0}
        onKeyDown={handleKey}
        onScroll={({ currentTarget: box }) => {
          const top = scrollStep(box.scrollTop, NODE_HEIGHT);
          if (top !== view.top || box.clientHeight !== view.height) setView({ top, height: box.clientHeight });
        }}
      >
        <div style={{ height: part.above }} />
        {rows.slice(part.from, part.to).map(({ node, level, expandable, expanded }) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around takes the keys for all nodes
          <div
            key={node.id}
            id={`nk-node-${node.id}`}
            role="treeitem"
            tabIndex={-1}
            aria-level={level}
            aria-expanded={expandable ? expanded : undefined}
            aria-selected={node.id === store.selectedId}
            data-active={node.id === store.activeId || undefined}
            className="nk-tree-node"
            style={{ paddingInlineStart: 4 + (level - 1) * 16 }}
            onClick={() => choose(node, expandable)}
          >
            {expandable ? (
              <button
                type="button"
                tabIndex={-1}
                className="nk-tree-twist"
                aria-label={text(expanded ? 'collapse' : 'expand')}
                onClick={(event) => {
                  event.stopPropagation();
                  store.setOpen(node.id, !expanded);
                }}
              >
                {expanded ? '▾' : '▸'}
              </button>
            ) : (
              <span className="nk-tree-twist" />
            )}
            <span className="nk-tree-name" title={node.fullName}>
              {render ? render(node) : node.fullName}
            </span>
          </div>
        ))}
        <div style={{ height: part.below }} />
      </div>
    </div>
  );
}

function parentAt(rows: readonly { readonly level: number }[], at: number): number {
  const level = rows[at]?.level ?? 1;
  for (let above = at - 1; above >= 0; above -= 1) if ((rows[above]?.level ?? 1) < level) return above;
  return at;
}

/** A tree with filter, keyboard (arrows, Enter) and windowing; 10,000 nodes cost no more than those in sight. */
export const TreeList = observer(ObservedTreeList) as typeof ObservedTreeList;
