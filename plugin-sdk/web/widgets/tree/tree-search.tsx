import { Button, IconRefresh, Input } from '@nephra/plugin-sdk/ui';
import { observer } from 'mobx-react-lite';
import { useKitText } from '../kit-text.ts';
import type { TreeNode } from './tree-rows.ts';
import type { TreeStore } from './tree-store.ts';
import './tree-table.css';

export interface TreeSearchProps<Node extends TreeNode> {
  readonly store: TreeStore<Node>;
  readonly hint: string;
}

/** Search of a tree with columns, and "refresh". By itself, so that a letter draws the field and not the rows. */
function ObservedTreeSearch<Node extends TreeNode>({ store, hint }: TreeSearchProps<Node>) {
  const text = useKitText();
  return (
    <>
      <div className="nk-tree-search">
        <Input value={store.keyword} showClear placeholder={hint} aria-label={hint} onChange={(keyword) => store.setKeyword(keyword)} />
      </div>
      <Button theme="borderless" type="tertiary" icon={<IconRefresh />} aria-label={text('refresh')} onClick={() => void store.reload()} />
    </>
  );
}

export const TreeSearch = observer(ObservedTreeSearch) as typeof ObservedTreeSearch;
