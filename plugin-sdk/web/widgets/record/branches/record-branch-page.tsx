import type { Language } from '@nephra/plugin-sdk/contract';
import { buttonOf } from '@nephra/plugin-sdk/record';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { RowAction, ToolbarAction } from '../../columns/column.ts';
import { textIn } from '../../columns/text-table.ts';
import { SplitPane } from '../../desk/split-pane.tsx';
import { EmptyState } from '../../facts/states.tsx';
import { Toolbar } from '../../list/toolbar.tsx';
import { PageFrame } from '../../page/page-frame.tsx';
import { OrganizationSelectDialog } from '../../staff/staff-dialogs.tsx';
import { TreeList } from '../../tree/tree-list.tsx';
import { TreeSearch } from '../../tree/tree-search.tsx';
import type { TreeStore } from '../../tree/tree-store.ts';
import { TreeTable } from '../../tree/tree-table.tsx';
import { TREE_TEXTS } from '../../tree/tree-texts.ts';
import { useStore } from '../../use-store.ts';
import { actionsOf } from '../acts/record-actions.ts';
import type { AnyRow, RecordLeftTree } from '../record-code.ts';
import { columnsOf } from '../record-columns.tsx';
import type { RecordStore } from '../record-store.ts';
import { RecordBranches, type RowNode } from './record-branches.ts';
import './record-branch-page.css';

export interface RecordBranchPageProps {
  readonly store: RecordStore;
  readonly left: RecordLeftTree;
  readonly title: string;
  readonly toolbar: readonly ToolbarAction[];
  /** Words of the search field. */
  readonly searchHint: string;
  /** Words of a node without rows. */
  readonly emptyText: string;
  readonly onOpen: ((row: AnyRow) => void) | undefined;
}

/** Page of a list that comes whole: a tree left, the rows of its chosen node as a tree right. On a phone the one stands above the other. */
export const RecordBranchPage = observer(function RecordBranchPage(props: RecordBranchPageProps) {
  const { store, left, title } = props;
  const { language } = store.ctx;
  const branches = useStore(() => new RecordBranches(store, left));
  const { node, moving, rows } = branches;
  return (
    <PageFrame title={title}>
      <SplitPane
        leftWidth={240}
        leftLabel={branches.leftLabel}
        rightLabel={node?.fullName ?? title}
        left={
          <div className="nk-tree-side">
            <TreeList
              label={branches.leftLabel}
              store={branches.left}
              isDimmed={({ enabledMark }) => enabledMark === 0}
              onSelect={(chosen) => branches.choose(chosen)}
            />
          </div>
        }
        right={rows ? <Rows {...props} branches={branches} rows={rows} /> : <EmptyState text={textIn(TREE_TEXTS.chooseNode, language)} />}
      />
      <OrganizationSelectDialog
        visible={moving !== null}
        departments
        required
        tree={moving?.places}
        title={moving ? textIn(TREE_TEXTS.moveOne, language, { name: moving.row.fullName }) : ''}
        okText={textIn(TREE_TEXTS.move, language)}
        onConfirm={([place]) => place && branches.moveTo(place.id)}
        onClose={branches.closeMove}
      />
    </PageFrame>
  );
});

interface RowsProps extends RecordBranchPageProps {
  readonly branches: RecordBranches;
  readonly rows: TreeStore<RowNode>;
}

const Rows = observer(function Rows({ store, branches, rows, title, toolbar, searchHint, emptyText, onOpen }: RowsProps) {
  const { record, code, ctx } = store;
  const { language } = ctx;
  const [name, ...columns] = useMemo(
    () => columnsOf(record, language, code, () => undefined).filter(({ hiddenAtFirst }) => !hiddenAtFirst),
    [record, language, code],
  );
  const actions = useMemo(() => rowActions(store, branches, language), [store, branches, language]);
  return (
    <>
      <div className="nk-record-branch-bar">
        <Toolbar actions={toolbar} label={branches.node?.fullName ?? title}>
          <TreeSearch store={rows} hint={searchHint} />
        </Toolbar>
      </div>
      <TreeTable<RowNode>
        label={title}
        store={rows}
        nameLabel={name?.label ?? ''}
        renderName={name?.render && ((row) => name.render?.(row, 0))}
        isDimmed={({ enabledMark }) => enabledMark === 0}
        onOpen={onOpen}
        columns={columns}
        rowActions={actions}
        inlineActions={code.inlineActions}
        empty={<EmptyState text={rows.searching ? textIn(TREE_TEXTS.nothingFound, language) : emptyText} />}
      />
    </>
  );
});

/** The acts of every record, and what a tree has besides: one more below a row, and another place for it. */
function rowActions(store: RecordStore, branches: RecordBranches, language: Language): readonly RowAction<RowNode>[] {
  const { record, code } = store;
  const { acts } = record;
  const own = actionsOf(store, code);
  const first = acts.edit ? 1 : 0;
  return [
    ...own.slice(0, first),
    ...(record.tree && acts.create
      ? [
          {
            key: 'below',
            text: textIn(TREE_TEXTS.addBelow, language),
            button: buttonOf(record, 'create'),
            visible: (row: RowNode) => row.enabledMark !== 0,
            onClick: (row: RowNode) => store.create(row),
          },
        ]
      : []),
    ...(record.tree && acts.edit
      ? [{ key: 'move', text: textIn(TREE_TEXTS.moveTo, language), button: buttonOf(record, 'edit'), onClick: (row: RowNode) => branches.startMove(row) }]
      : []),
    ...own.slice(first),
  ];
}
