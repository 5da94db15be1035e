import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo } from 'react';
import type { Column, RowAction } from '../columns/column.ts';
import { textIn } from '../columns/text-table.ts';
import { EmptyState, ErrorCard, ListSkeleton } from '../facts/states.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { TreeNode, TreeRow } from './tree-rows.ts';
import type { TreeStore } from './tree-store.ts';
import { TREE_TEXTS } from './tree-texts.ts';
import './tree-table.css';

export interface TreeTableProps<Node extends TreeNode> {
  /** Name of the table for screen readers. */
  readonly label: string;
  readonly store: TreeStore<Node>;
  /** Column that carries the names and the way to open and close them. */
  readonly nameLabel: string;
  readonly renderName?: (node: Node) => ReactNode;
  readonly columns: readonly Column<Node>[];
  readonly rowActions?: readonly RowAction<Node>[];
  readonly inlineActions?: number;
  readonly onOpen?: (node: Node) => void;
  readonly isDimmed?: (node: Node) => boolean;
  readonly empty?: ReactNode;
}

/** A tree with columns: ↑ ↓ move, ← → close and open, Enter opens the record. Draws only the visible rows. */
function ObservedTreeTable<Node extends TreeNode>(props: TreeTableProps<Node>) {
  const { label, store, nameLabel, renderName, onOpen, isDimmed } = props;
  const { language } = usePlugin();
  useEffect(() => {
    void store.start();
    return () => store.dispose();
  }, [store]);
  const columns = useMemo(
    () => [
      {
        prop: 'fullName',
        label: nameLabel,
        minWidth: 220,
        always: true,
        text: ({ node }: TreeRow<Node>) => node.fullName,
        render: (row: TreeRow<Node>) => (
          <NameCell row={row} words={textIn(TREE_TEXTS[row.expanded ? 'close' : 'open'], language)} onTwist={() => store.setOpen(row.node.id, !row.expanded)}>
            {renderName ? renderName(row.node) : row.node.fullName}
          </NameCell>
        ),
      },
      ...props.columns.map(
        (column): Column<TreeRow<Node>> => ({
          ...column,
          render: ({ node }, at) => (column.render ? column.render(node, at) : String(node[column.prop as keyof Node] ?? '')),
          text: column.text && (({ node }) => column.text?.(node) ?? ''),
          summary: undefined,
        }),
      ),
    ],
    [props.columns, nameLabel, renderName, store, language],
  );
  const actions = useMemo(
    () =>
      props.rowActions?.map(
        (action): RowAction<TreeRow<Node>> => ({
          ...action,
          onClick: ({ node }) => action.onClick(node),
          visible: action.visible && (({ node }) => action.visible?.(node) ?? true),
          disabled: action.disabled && (({ node }) => action.disabled?.(node) ?? false),
          confirm: action.confirm && (({ node }) => action.confirm?.(node) ?? ''),
        }),
      ),
    [props.rowActions],
  );
  // The same functions and rows as before wherever nothing changed: opening a branch draws that branch, not every row visible.
  const activate = useCallback(({ node }: TreeRow<Node>) => store.setActive(node.id), [store]);
  const open = useMemo(() => onOpen && (({ node }: TreeRow<Node>) => onOpen(node)), [onOpen]);
  const { rows, state } = store;
  const handleKey = (event: KeyboardEvent) => {
    const row = rows.find(({ node }) => node.id === store.activeId);
    if (!row?.expandable || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return;
    store.setOpen(row.node.id, event.key === 'ArrowRight');
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table inside has the focus; this only hears two more keys
    <div className="nk-tree-table" onKeyDown={handleKey}>
      <DataTable
        label={label}
        rows={rows}
        columns={columns}
        rowKey={({ node }) => node.id}
        rowActions={actions}
        inlineActions={props.inlineActions}
        activeKey={store.activeId}
        onActive={activate}
        onOpen={open}
        rowClass={({ node }) => (isDimmed?.(node) ? 'nk-tree-off' : undefined)}
        loading={state.kind === 'loading' && !state.first}
        empty={<Blank store={store} empty={props.empty} />}
      />
    </div>
  );
}

export const TreeTable = observer(ObservedTreeTable) as typeof ObservedTreeTable;

const Blank = observer(function Blank({ store, empty }: { readonly store: Pick<TreeStore, 'state' | 'reload'>; readonly empty: ReactNode }) {
  const { state } = store;
  if (state.kind === 'failed') return <ErrorCard error={state.error} onRetry={() => void store.reload()} />;
  if (state.kind !== 'ready') return <ListSkeleton />;
  return empty ?? <EmptyState />;
});

interface NameCellProps {
  readonly row: { readonly level: number; readonly expandable: boolean; readonly expanded: boolean };
  readonly words: string;
  readonly onTwist: () => void;
  readonly children: ReactNode;
}

function NameCell({ row, words, onTwist, children }: NameCellProps) {
  return (
    <span className="nk-tree-name" style={{ paddingInlineStart: (row.level - 1) * 20 }}>
      {row.expandable ? (
        <button
          type="button"
          tabIndex={-1}
          className="nk-twist"
          aria-label={words}
          aria-expanded={row.expanded}
          onClick={(event) => {
            event.stopPropagation();
            onTwist();
          }}
        >
          {row.expanded ? '▾' : '▸'}
        </button>
      ) : (
        <span className="nk-twist" />
      )}
      <span className="nk-tree-words">{children}</span>
    </span>
  );
}
