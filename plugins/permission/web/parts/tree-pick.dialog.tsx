import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { TreeList, type TreeNode, type TreeStore, useRunOnce } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import './parts.css';

export interface TreePickDialogProps<Node extends TreeNode> {
  /** Open while there is one. */
  readonly store: TreeStore<Node> | null;
  readonly title: string;
  readonly note?: string;
  readonly okText?: string;
  /** The dialog closes when this has settled without failing. */
  readonly onPick: (node: Node) => unknown;
  readonly onClose: () => void;
}

/** Dialog to choose one entry of a tree. */
function ObservedTreePick<Node extends TreeNode>({ store, title, note, okText, onPick, onClose }: TreePickDialogProps<Node>) {
  const { t } = usePlugin();
  const { busy, run } = useRunOnce();
  const chosen = store?.selected;
  const confirm = () =>
    chosen &&
    run(async () => {
      await onPick(chosen);
      onClose();
    });
  return (
    <Modal
      visible={store !== null}
      title={title}
      width="min(520px, calc(100vw - 24px))"
      centered
      keepDOM={false}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button theme="solid" type="primary" loading={busy} disabled={chosen === undefined} onClick={() => void confirm()}>
            {okText ?? t('parts.confirm')}
          </Button>
        </>
      }
    >
      {note && <p className="pm-note">{note}</p>}
      <div className="pm-pick">{store && <TreeList label={title} store={store} autoFocus />}</div>
    </Modal>
  );
}

export const TreePickDialog = observer(ObservedTreePick) as typeof ObservedTreePick;
