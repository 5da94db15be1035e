import { Input } from '@nephra/plugin-sdk/ui';
import { runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { errorText } from '../error-text.ts';
import { useKitText } from '../kit-text.ts';
import { useOnPaper } from '../frames/use-on-paper.ts';
import { isPlainKey } from '../page/plain-key.ts';
import { RetryLine } from '../table/retry-line.tsx';
import { EmptyState, ErrorCard, ListSkeleton } from '../facts/states.tsx';
import { scrollStep, tableWindow, wholeTable } from '../table/table-window.ts';
import { useSlices } from '../use-slices.ts';
import { useBoxHeight } from './box-height.ts';
import { parentAt, TypeAhead } from './tree-keys.ts';
import type { TreeNode, TreeRow } from './tree-rows.ts';
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
  /** False: a press opens and closes the node instead of choosing it. Default: every node can be chosen. */
  readonly canChoose?: (node: Node) => boolean;
  /** Nodes that are out of service: shown grey. */
  readonly isDimmed?: (node: Node) => boolean;
  /** For choosing one or several: each node that can be chosen has a mark, and `isChosen` says which are on. */
  readonly mark?: 'radio' | 'check';
  readonly isChosen?: (node: Node) => boolean;
  /** Filter field above the tree. Default true. */
  readonly filter?: boolean;
  readonly filterHint?: string;
  /** Puts the cursor into the filter. */
  readonly autoFocus?: boolean;
  /** A failure is one calm line with "try again" instead of a card. */
  readonly calm?: boolean;
  /** Stands above the entries; for a count or a note. */
  readonly note?: ReactNode;
}

const NODE_HEIGHT = 32;
const PAGE_ROWS = 10;
/** Pixels that a tree is drawn for until it is known how high it is. */
const ASSUMED_HEIGHT = 600;
/** Nodes that are drawn in one piece. */
const PIECE = 12;

function ObservedTreeList<Node extends TreeNode>(props: TreeListProps<Node>) {
  const { label, store, onSelect, leavesOnly, canChoose, mark, isChosen, filter = true, autoFocus, calm, note } = props;
  const text = useKitText();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [typeAhead] = useState(() => new TypeAhead());
  const [scrolled, setScrolled] = useState(0); // in whole steps, so that most scroll events draw nothing
  const height = useBoxHeight(frame, ASSUMED_HEIGHT);
  useEffect(() => {
    void store.start();
    return () => store.dispose();
  }, [store]);

  const { rows, state } = store;
  const onPaper = useOnPaper(frame);
  const part = onPaper ? wholeTable(rows.length) : tableWindow(rows.length, NODE_HEIGHT, scrolled, height);
  const drawnTo = part.from + useSlices(part.to - part.from, PIECE, PIECE);
  const choosable = ({ node, expandable }: TreeRow<Node>) => !(leavesOnly && expandable) && (canChoose?.(node) ?? true);
  const press = (row: TreeRow<Node>) => {
    if (!choosable(row)) {
      store.setActive(row.key);
      if (row.expandable) store.setOpen(row.node.id, !row.expanded);
      return;
    }
    // Drawn after what was pressed was told: a call that it makes leaves before the drawing, and its answer comes while that is done.
    runInAction(() => {
      store.select(row.node.id, row.key);
      onSelect?.(row.node);
    });
  };
  // The same function at every drawing: nodes that stand are not drawn again with those that follow.
  const latestPress = useRef(press);
  useEffect(() => {
    latestPress.current = press;
  });
  const [pressLatest] = useState(() => (row: TreeRow<Node>) => latestPress.current(row));
  const goTo = (at: number) => {
    const row = rows[Math.min(Math.max(0, at), rows.length - 1)];
    const box = frame.current;
    if (!row || !box) return;
    store.setActive(row.key);
    const top = rows.indexOf(row) * NODE_HEIGHT;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + NODE_HEIGHT > box.scrollTop + box.clientHeight) box.scrollTop = top + NODE_HEIGHT - box.clientHeight;
  };
  const activeAt = () => rows.findIndex((row) => row.key === store.activeId);
  /** Keys that mean the same in the filter and in the tree. */
  const move = (event: KeyboardEvent): boolean => {
    const at = activeAt();
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: Math.max(0, at - 1),
      PageDown: at + PAGE_ROWS,
      PageUp: Math.max(0, at - PAGE_ROWS),
    };
    const next = steps[event.key];
    if (next !== undefined) goTo(next);
    else if (event.key === 'Enter' && isPlainKey(event)) {
      const filtered = store.keyword.trim() !== '';
      // Hits of fewer letters may still stand here while those of the ones typed since are on their way.
      const row = rows[at] ?? (filtered && store.state.kind === 'ready' ? rows.find(choosable) : undefined);
      if (!row && !filtered) return false;
      if (row) press(row);
    } else return false;
    event.preventDefault();
    return true;
  };
  const handleFilterKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (move(event)) event.stopPropagation();
    // The first Escape clears what was typed, the next one closes what is around.
    else if (event.key === 'Escape' && store.keyword !== '') {
      store.setKeyword('');
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    if (move(event)) {
      typeAhead.reset();
      return;
    }
    const at = activeAt();
    const row = rows[at];
    if (event.key === 'Home') goTo(0);
    else if (event.key === 'End') goTo(rows.length - 1);
    else if (row && event.key === 'ArrowRight') row.expandable && !row.expanded ? store.setOpen(row.node.id, true) : goTo(at + 1);
    else if (row && event.key === 'ArrowLeft') row.expanded ? store.setOpen(row.node.id, false) : goTo(parentAt(rows, at));
    else if (row && event.key === ' ') press(row);
    else {
      const found = typeAhead.find(event, rows, at);
      if (found === undefined) return;
      goTo(found);
      event.preventDefault();
      return;
    }
    typeAhead.reset();
    event.preventDefault();
  };

  // One that is folded away or scrolled out of what is drawn has no element that could be named.
  const active = rows.slice(part.from, drawnTo).find((row) => row.key === store.activeId);
  const activeId = active && `${id}${active.node.id}`;
  const waiting = state.kind === 'loading' && (state.first || store.searching);
  return (
    <div className="nk-tree">
      {filter && (
        <Input
          value={store.keyword}
          showClear
          autoFocus={autoFocus}
          placeholder={props.filterHint ?? text('keywordTree')}
          aria-label={props.filterHint ?? text('keywordTree')}
          aria-controls={`${id}tree`}
          aria-activedescendant={activeId}
          autoComplete="off"
          onChange={(keyword) => store.setKeyword(keyword)}
          onKeyDown={handleFilterKey}
        />
      )}
      {note}
      {state.kind === 'failed' &&
        (calm ? (
          <RetryLine text={errorText(state.error, text)} onRetry={() => void store.reload()} />
        ) : (
          <ErrorCard error={state.error} onRetry={() => void store.reload()} />
        ))}
      {waiting && <ListSkeleton />}
      {state.kind === 'ready' && rows.length === 0 && <EmptyState text={text(store.keyword.trim() === '' ? 'noTreeData' : 'noMatch')} />}
      <div
        ref={frame}
        id={`${id}tree`}
        role="tree"
        aria-label={label}
        aria-multiselectable={mark === 'check' || undefined}
        tabIndex={0}
        className="nk-tree-frame"
        aria-activedescendant={activeId}
        hidden={rows.length === 0 || waiting}
        onKeyDown={handleKey}
        onScroll={(event) => setScrolled(scrollStep(event.currentTarget.scrollTop, NODE_HEIGHT))}
      >
        <div style={{ height: part.above }} />
        {rows.slice(part.from, drawnTo).map((row) => (
          <TreeItem
            key={row.node.id}
            store={store}
            render={props.render}
            mark={mark}
            isDimmed={props.isDimmed}
            row={row}
            id={`${id}${row.node.id}`}
            choosable={choosable(row)}
            chosen={isChosen?.(row.node)}
            onPress={pressLatest}
          />
        ))}
        <div style={{ height: part.below + (part.to - drawnTo) * NODE_HEIGHT }} />
      </div>
    </div>
  );
}

/** A tree with filter, keyboard (arrows, Enter, typing the first letters) and windowing; 20,000 nodes cost no more than those visible. */
export const TreeList = observer(ObservedTreeList) as typeof ObservedTreeList;

interface TreeItemProps<Node extends TreeNode> extends Pick<TreeListProps<Node>, 'store' | 'render' | 'mark' | 'isDimmed'> {
  readonly row: TreeRow<Node>;
  readonly id: string;
  readonly choosable: boolean;
  readonly chosen: boolean | undefined;
  readonly onPress: (row: TreeRow<Node>) => void;
}

function ObservedTreeItem<Node extends TreeNode>({ store, render, mark, isDimmed, row, id, choosable, chosen, onPress }: TreeItemProps<Node>) {
  const text = useKitText();
  const { node, level, expandable, expanded } = row;
  const branch = store.branchState(node.id);
  const dimmed = isDimmed?.(node) ?? false;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around takes the keys for all nodes
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      // Its own name, without the buttons in it; whether it is open is its state.
      aria-labelledby={`${id}-name`}
      aria-level={level}
      aria-expanded={expandable ? expanded : undefined}
      aria-selected={mark === undefined ? node.id === store.selectedId : chosen === true}
      aria-disabled={(!choosable && !expandable) || undefined}
      aria-busy={branch?.kind === 'loading' || undefined}
      data-active={row.key === store.activeId || undefined}
      data-dimmed={dimmed || undefined}
      className="nk-tree-node"
      style={{ paddingInlineStart: 4 + (level - 1) * 16 }}
      onClick={() => onPress(row)}
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
          {branch?.kind === 'loading' ? '◌' : expanded ? '▾' : '▸'}
        </button>
      ) : (
        <span className="nk-tree-twist" />
      )}
      {mark && choosable && <span className="nk-tree-mark" data-kind={mark} data-on={chosen || undefined} aria-hidden="true" />}
      <span id={`${id}-name`} className="nk-tree-name" title={node.fullName}>
        {render ? render(node) : node.fullName}
      </span>
      {branch?.kind === 'failed' && (
        <button
          type="button"
          tabIndex={-1}
          className="nk-text-button"
          title={errorText(branch.error, text)}
          onClick={(event) => {
            event.stopPropagation();
            store.setOpen(node.id, true);
          }}
        >
          {text('retry')}
        </button>
      )}
    </div>
  );
}

/** Drawn again only when its own node changes: choosing one must not draw the other rows. */
const TreeItem = observer(ObservedTreeItem) as typeof ObservedTreeItem;
