import type { ReactNode } from 'react';
import { ListPage, type ListPageProps } from '../list/list-page.tsx';
import { PageFrame } from '../page/page-frame.tsx';
import { SplitPane } from '../desk/split-pane.tsx';
import { TreeList } from './tree-list.tsx';
import type { TreeNode } from './tree-rows.ts';
import type { TreeStore } from './tree-store.ts';

export interface TreeListPageProps<Node extends TreeNode, Row, Filter extends object> extends Omit<ListPageProps<Row, Filter>, 'title'> {
  readonly title: string;
  readonly treeLabel: string;
  readonly tree: TreeStore<Node>;
  /** Mostly `store.search({ typeId: node.id })`. */
  readonly onSelectNode: (node: Node) => void;
  readonly renderNode?: (node: Node) => ReactNode;
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode;
  readonly leavesOnly?: boolean;
}

/** Tree left, list right. On a phone the tree stands above the list. */
export function TreeListPage<Node extends TreeNode, Row, Filter extends object>(props: TreeListPageProps<Node, Row, Filter>) {
  const { title, treeLabel, tree, onSelectNode, renderNode, actions, leavesOnly, ...list } = props;
  return (
    <PageFrame title={title} actions={actions}>
      <SplitPane
        leftWidth={240}
        leftLabel={treeLabel}
        rightLabel={title}
        left={
          <div className="nk-tree-side">
            <TreeList label={treeLabel} store={tree} onSelect={onSelectNode} render={renderNode} leavesOnly={leavesOnly} />
          </div>
        }
        right={<ListPage {...list} label={list.label ?? title} />}
      />
    </PageFrame>
  );
}
