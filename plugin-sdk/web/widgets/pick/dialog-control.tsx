import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type ChoiceFieldProps, type ChoiceSource, emitChoice, type LeavesOnly, type Picked } from './choice.ts';
import type { ChoiceDialogProps } from './choice-dialog.tsx';
import { ChoiceFieldShell, usePicked } from './choice-field.tsx';
import { LatePart, useLatePart } from '../late-part.ts';

const dialogPart = new LatePart(() => import('./choice-dialog.tsx'));

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
  useEffect(() => whenIdle(dialogPart.preload), []);
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
        onNear={dialogPart.preload}
        onOpen={() => setOpen(true)}
      />
      {open && (
        <OpenDialog
          title={title}
          tabs={tabs}
          width={800}
          multiple={field.multiple === true}
          leavesOnly={field.leavesOnly}
          initial={initial}
          onConfirm={(chosen) => emitChoice(field, chosen)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
});

function OpenDialog(props: ChoiceDialogProps) {
  const part = useLatePart(dialogPart);
  return part ? <part.ChoiceDialog {...props} /> : null;
}

/** Runs once the browser has nothing better to do; gives what calls it off. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: 3000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 300);
  return () => clearTimeout(timer);
}
