import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { type ChoiceFieldProps, type ChoiceNode, type ChoiceSource, emitChoice, idsOfValue, type LeavesOnly } from './choice.ts';
import { ChoiceFieldShell, usePicked } from './choice-field.tsx';
import { ChoiceTree } from './choice-tree.tsx';
import { ChosenStore } from './chosen-store.ts';
import { FloatingPanel } from '../menu/floating-panel.tsx';
import { useKitText } from '../kit-text.ts';
import { nameCacheOf } from '../name-cache.ts';
import { TreeStore } from '../tree/tree-store.ts';
import { usePlugin } from '@nephra/plugin-sdk/web';

/** Pixels; never narrower than the field. */
const WIDTH = 320;

interface DropControlProps {
  readonly field: ChoiceFieldProps & LeavesOnly;
  readonly source: ChoiceSource;
  readonly title: string;
}

/** A field with a tree under it. One choice closes it; of several each counts at once. */
export const DropControl = observer(function DropControl({ field, source, title }: DropControlProps) {
  const { http } = usePlugin();
  const text = useKitText();
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<{ readonly store: TreeStore<ChoiceNode>; readonly chosen: ChosenStore } | null>(null);
  const picked = usePicked(field, source);
  const value = idsOfValue(field).join();
  // A value that changes from outside while the tree is open shows in it, too.
  useEffect(() => {
    if (!open) return;
    const ids = value === '' ? [] : value.split(',');
    for (const { id } of open.chosen.list) if (!ids.includes(id)) open.chosen.remove(id);
  }, [open, value]);

  const show = () => {
    const store = new TreeStore<ChoiceNode>(source.tree);
    // Its first call is under way while the tree is still being drawn.
    void store.start();
    setOpen({
      store,
      chosen: new ChosenStore(
        field.multiple === true,
        picked.map(({ id, fullName }) => ({ id, fullName })),
      ),
    });
  };
  const close = () => {
    setOpen(null);
    opener.current?.focus();
  };
  const choose = ({ id, fullName }: ChoiceNode) => {
    if (!open) return;
    nameCacheOf(http, source).put([{ id, fullName, enabledMark: 1 }]);
    open.chosen.toggle({ id, fullName });
    emitChoice(field, open.chosen.list);
    if (!field.multiple) close();
  };
  return (
    <>
      <ChoiceFieldShell
        field={field}
        source={source}
        title={title}
        popup="tree"
        open={open !== null}
        opener={opener}
        onNear={() => undefined}
        onOpen={() => (open ? close() : show())}
      />
      {open && opener.current && (
        <FloatingPanel
          anchor={opener.current}
          takesFocus
          role="dialog"
          label={title}
          style={{ width: Math.max(WIDTH, opener.current.parentElement?.offsetWidth ?? 0) }}
          onClose={() => setOpen(null)}
        >
          <div className="nk-choice-drop">
            <ChoiceTree
              label={title}
              source={source}
              store={open.store}
              chosen={open.chosen}
              multiple={field.multiple === true}
              leavesOnly={field.leavesOnly}
              onPick={choose}
            />
            {field.multiple && (
              <div className="nk-chosen-head">
                <span aria-live="polite">{text('selected', { n: open.chosen.list.length })}</span>
                {open.chosen.list.length > 0 && !field.required && (
                  <button
                    type="button"
                    className="nk-text-button"
                    onClick={() => {
                      open.chosen.clear();
                      emitChoice(field, []);
                    }}
                  >
                    {text('clearAll')}
                  </button>
                )}
              </div>
            )}
          </div>
        </FloatingPanel>
      )}
    </>
  );
});
