import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { type ChoiceFieldProps, type ChoiceSource, emitChoice, type LeavesOnly, type Picked } from './choice.ts';
import { ChoiceFieldShell, usePicked } from './choice-field.tsx';
import { observer } from 'mobx-react-lite';

const loadDialog = () => import('./choice-dialog.tsx');
const ChoiceDialog = lazy(() => loadDialog().then((module) => ({ default: module.ChoiceDialog })));

interface DialogControlProps {
  readonly field: ChoiceFieldProps & LeavesOnly;
  readonly source: ChoiceSource;
  readonly title: string;
}

/** A field whose entries are chosen in a dialog of 800 px: tree left, chosen right. */
export const DialogControl = observer(function DialogControl({ field, source, title }: DialogControlProps) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const picked = usePicked(field, source);
  const tabs = useMemo(() => [{ key: 'all', text: title, source }] as const, [title, source]);
  useEffect(() => whenIdle(() => void loadDialog()), []);
  const initial: readonly Picked[] = picked.map(({ id, fullName }) => ({ id, fullName }));
  return (
    <>
      <ChoiceFieldShell
        field={field}
        source={source}
        title={title}
        popup="dialog"
        open={open}
        opener={opener}
        onNear={() => void loadDialog()}
        onOpen={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <ChoiceDialog
            title={title}
            tabs={tabs}
            width={800}
            multiple={field.multiple === true}
            leavesOnly={field.leavesOnly}
            initial={initial}
            onConfirm={(chosen) => emitChoice(field, chosen)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
});

/** Runs once the browser has nothing better to do; gives what calls it off. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: 3000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 300);
  return () => clearTimeout(timer);
}
