import { Button, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type TreeNode, TreeStore, type TreeStoreOptions } from '@nephra/plugin-sdk/widgets';
import { useState } from 'react';
import { TreePickDialog } from './tree-pick.dialog.tsx';
import './parts.css';

export interface PlaceFieldProps<Node extends TreeNode> extends TreeStoreOptions<Node> {
  readonly id: string;
  readonly label: string;
  /** Id of what is chosen now. */
  readonly value: string;
  /** Its name. */
  readonly text: string;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly onChange: (node: Node) => void;
  /** Text of a second button, for "at the top"; absent = there is none. */
  readonly topText?: string;
  readonly onTop?: () => void;
}

/** Where a record hangs: its name, and a button that opens the tree. */
export function PlaceField<Node extends TreeNode>(props: PlaceFieldProps<Node>) {
  const { id, label, value, text, disabled, invalid, onChange, topText, onTop } = props;
  const { t } = usePlugin();
  const [tree, setTree] = useState<TreeStore<Node> | null>(null);
  const open = () => {
    const store = new TreeStore<Node>({ openLevels: 2, ...props });
    store.select(value === '' || value === '-1' ? null : value);
    setTree(store);
  };
  return (
    <div className="pm-place">
      <Input id={id} value={text} readonly disabled={disabled} validateStatus={invalid ? 'error' : 'default'} onClick={() => disabled || open()} />
      <Button disabled={disabled} aria-haspopup="dialog" onClick={open}>
        {t('parts.choose')}
      </Button>
      {onTop && topText !== undefined && (
        <Button disabled={disabled} theme="borderless" onClick={onTop}>
          {topText}
        </Button>
      )}
      <TreePickDialog store={tree} title={label} onPick={onChange} onClose={() => setTree(null)} />
    </div>
  );
}
