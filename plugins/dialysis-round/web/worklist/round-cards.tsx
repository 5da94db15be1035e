import { useSlices } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, type RefObject, useCallback } from 'react';
import { RoundCard } from './round-card.tsx';
import type { WorklistStore } from './worklist.store.ts';

interface RoundCardsProps {
  readonly store: WorklistStore;
  readonly frame: RefObject<HTMLUListElement | null>;
}

/** Patients of the day by urgency; the page around them is not drawn again with each piece of them. */
export const RoundCards = observer(function RoundCards({ store, frame }: RoundCardsProps) {
  const { rows, patientId } = store;
  const drawn = useSlices(rows.length);
  const open = useCallback((id: string) => store.open(id), [store]);
  /** Arrows walk from patient to patient; Enter opens, as it does on every button. */
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const buttons = [...(frame.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = buttons.indexOf(event.target as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    buttons[to]?.focus();
  };
  return (
    <ul ref={frame} className="dr-cards" onKeyDown={walk}>
      {rows.slice(0, drawn).map((row) => (
        <RoundCard key={row.slotId} row={row} chosen={row.patientId === patientId} onOpen={open} />
      ))}
    </ul>
  );
});
