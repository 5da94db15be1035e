import { useSlices } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { StationCardView } from './station-card.tsx';
import type { TodayStore } from './today.store.ts';

/** Stations of the day as they are narrowed down; the page around them is not drawn again with each piece of them. */
export const StationCards = observer(function StationCards({ store }: { readonly store: TodayStore }) {
  const { cards, reply, date } = store;
  const drawn = useSlices(cards.length);
  return (
    <ul className="ds-cards">
      {cards.slice(0, drawn).map((card) => (
        <StationCardView
          key={card.slotId}
          card={card}
          grace={reply?.readingGrace ?? 0}
          date={date}
          shiftName={reply?.shifts.find(({ shiftId }) => shiftId === card.shiftId)?.name ?? ''}
        />
      ))}
    </ul>
  );
});
