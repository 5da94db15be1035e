import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type KeyboardEvent, useId, useState } from 'react';
import type { ChoiceNode, ChoiceSource, Picked } from './choice.ts';
import { ChoiceTree } from './choice-tree.tsx';
import { ChosenList } from './chosen-list.tsx';
import { ChosenStore } from './chosen-store.ts';
import { useKitText } from '../kit-text.ts';
import { LightDialog } from '../menu/light-dialog.tsx';
import { nameCacheOf } from '../name-cache.ts';
import { useRunOnce } from '../run-once.ts';
import { TreeStore } from '../tree/tree-store.ts';
import './choice.css';

export interface ChoiceTab {
  readonly key: string;
  readonly text: string;
  readonly source: ChoiceSource;
}

export interface ChoiceDialogProps {
  readonly title: string;
  /** One tab shows none. */
  readonly tabs: readonly [ChoiceTab, ...ChoiceTab[]];
  /** 450: one column. 800: tree left, chosen right (spec 9). */
  readonly width: 450 | 800;
  readonly multiple: boolean;
  readonly leavesOnly?: boolean;
  readonly initial: readonly Picked[];
  /** What to say when somebody confirms without a choice; without it nothing chosen is an answer, too. */
  readonly demand?: string;
  readonly note?: string;
  /** Default 确定. */
  readonly okText?: string;
  /** What answers with a promise keeps the dialog open until it has settled; it stays when that failed. */
  readonly onConfirm: (picked: readonly Picked[]) => unknown;
  readonly onClose: () => void;
}

/**
 * The dialog behind user and organisation pickers; there while it is open. A double click, or Enter on what is chosen already,
 * confirms a single choice. The cursor goes back to where it was.
 */
export function ChoiceDialog(props: ChoiceDialogProps) {
  const { title, tabs, width, multiple, leavesOnly, initial, demand, note, okText, onConfirm, onClose } = props;
  const { http, toast } = usePlugin();
  const text = useKitText();
  const id = useId();
  const [chosen] = useState(() => new ChosenStore(multiple, initial));
  const [stores] = useState(() => new Map<string, TreeStore<ChoiceNode>>());
  const { busy, run } = useRunOnce();
  const [tabKey, setTabKey] = useState(tabs[0].key);
  const tab = tabs.find(({ key }) => key === tabKey) ?? tabs[0];
  const store = stores.get(tab.key) ?? startedStore(tab.source);
  stores.set(tab.key, store);

  const confirm = () => {
    const picked = chosen.list;
    if (picked.length === 0 && demand !== undefined) {
      toast.warning(demand);
      return;
    }
    nameCacheOf(http, tab.source).put(picked.map((one) => ({ ...one, enabledMark: 1 })));
    void run(() => {
      const answer = onConfirm(picked);
      return answer instanceof Promise ? answer.then(onClose) : onClose();
    });
  };
  const choose = (node: ChoiceNode) => {
    if (!multiple && chosen.has(node.id)) confirm();
    else chosen.toggle(node);
  };
  const moveTab = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    if (step === 0 || !next) return;
    event.preventDefault();
    setTabKey(next.key);
    document.getElementById(`${id}${next.key}`)?.focus();
  };

  const tree = (
    <ChoiceTree
      key={tab.key}
      label={tabs.length > 1 ? tab.text : title}
      source={tab.source}
      store={store}
      chosen={chosen}
      multiple={multiple}
      leavesOnly={leavesOnly}
      onPick={choose}
    />
  );
  return (
    <LightDialog
      title={title}
      width={width}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('cancel')}</Button>
          <Button theme="solid" type="primary" loading={busy} onClick={confirm}>
            {okText ?? text('confirm')}
          </Button>
        </>
      }
    >
      <div className="nk-choice" data-wide={width === 800 || undefined}>
        <div className="nk-choice-main">
          {note && <p className="nk-choice-note">{note}</p>}
          {tabs.length > 1 && (
            <div role="tablist" aria-label={title} className="nk-choice-tabs" onKeyDown={moveTab}>
              {tabs.map((one) => (
                <button
                  key={one.key}
                  id={`${id}${one.key}`}
                  type="button"
                  role="tab"
                  aria-selected={one === tab}
                  aria-controls={`${id}panel`}
                  tabIndex={one === tab ? 0 : -1}
                  onClick={() => setTabKey(one.key)}
                >
                  {one.text}
                </button>
              ))}
            </div>
          )}
          {tabs.length > 1 ? (
            <div id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${tab.key}`} className="nk-choice-panel">
              {tree}
            </div>
          ) : (
            tree
          )}
        </div>
        {(width === 800 || multiple) && <ChosenList chosen={chosen} compact={width === 450} />}
      </div>
    </LightDialog>
  );
}

/** Its first call is under way while the dialog is still being drawn. */
function startedStore(source: ChoiceSource): TreeStore<ChoiceNode> {
  const store = new TreeStore<ChoiceNode>(source.tree);
  void store.start();
  return store;
}
