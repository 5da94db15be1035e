import { Button, IconRefresh, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import type { TreeNode, TreeStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import './parts.css';

interface TreeSearchProps<Node extends TreeNode> {
  readonly store: TreeStore<Node>;
  readonly hint: string;
}

/** Search of a tree with columns, and "refresh". By itself, so that a letter draws the field and not the rows. */
function ObservedTreeSearch<Node extends TreeNode>({ store, hint }: TreeSearchProps<Node>) {
  const { t } = usePlugin();
  return (
    <>
      <div className="pm-bar-search">
        <Input value={store.keyword} showClear placeholder={hint} aria-label={hint} onChange={(keyword) => store.setKeyword(keyword)} />
      </div>
      <Button theme="borderless" type="tertiary" icon={<IconRefresh />} aria-label={t('parts.refresh')} onClick={() => void store.reload()} />
    </>
  );
}

export const TreeSearch = observer(ObservedTreeSearch) as typeof ObservedTreeSearch;
