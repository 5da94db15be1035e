import { dayOf, parseDay, weekdayOf } from '@nephra/plugin-sdk/contract';
import { Button, IconChevronLeft, IconChevronRight, Input, Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateInput } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { ZONES } from '../../../dialysis-file/contract/index.ts';
import type { BoardStore } from '../board/board.store.ts';

export type BoardPanel = 'closure' | 'template' | 'missed' | 'emergency' | 'transient';
interface BoardBarProps {
  readonly store: BoardStore;
  readonly narrow: boolean;
  readonly onPanel: (panel: BoardPanel) => void;
}

/** Which day or week, which shift and zone; closed days, templates, papers. */
export const BoardBar = observer(function BoardBar({ store, narrow, onPanel }: BoardBarProps) {
  const { t, now } = usePlugin();
  const { day, view, span } = store;
  const title = view === 'day' ? t(`weekday.${weekdayOf(day)}`) : `${span[0]} – ${span[1].slice(5)}`;
  return (
    <div className="ds-bar" role="toolbar" aria-label={t('board.bar')}>
      <div className="ds-when">
        <Button icon={<IconChevronLeft />} aria-label={t('board.before')} onClick={() => store.step(-1)} />
        <DayField store={store} />
        <Button icon={<IconChevronRight />} aria-label={t('board.after')} onClick={() => store.step(1)} />
        <Button onClick={() => store.look({ day: dayOf(now()) })}>{t('board.today')}</Button>
      </div>
      {!narrow && (
        <fieldset className="ds-views" aria-label={t('board.view')}>
          {(['day', 'week'] as const).map((one) => (
            <Button key={one} theme={view === one ? 'solid' : 'light'} aria-pressed={view === one} onClick={() => store.look({ view: one })}>
              {t(`view.${one}`)}
            </Button>
          ))}
        </fieldset>
      )}
      <Filters store={store} narrow={narrow} />
      <span className="ds-title">{title}</span>
      {narrow ? <Newcomers onPanel={onPanel} /> : <BarActs store={store} onPanel={onPanel} />}
    </div>
  );
});

/** Apart, so that turning from a day to its week does not draw the field again. */
const DayField = observer(function DayField({ store }: { readonly store: BoardStore }) {
  const { t } = usePlugin();
  return (
    <span className="ds-date">
      <DateInput label={t('board.day')} value={parseDay(store.day)} onChange={(instant) => store.look({ day: dayOf(instant) })} />
    </span>
  );
});

/** Apart from the days, so that turning to others does not draw them again. */
const Filters = observer(function Filters({ store, narrow }: Omit<BoardBarProps, 'onPanel'>) {
  const { t } = usePlugin();
  return (
    <>
      <Select
        value={store.shiftId}
        aria-label={t('board.shift')}
        className="ds-select"
        optionList={[{ value: '', label: t('board.allShifts') }, ...store.board.shifts.map(({ shiftId, name }) => ({ value: shiftId, label: name }))]}
        onChange={(value) => store.look({ shiftId: String(value) })}
      />
      <Select
        value={store.zone}
        aria-label={t('board.zone')}
        className="ds-select"
        optionList={[{ value: '', label: t('board.allZones') }, ...ZONES.map((zone) => ({ value: zone, label: t(`zone.${zone}`) }))]}
        onChange={(value) => store.narrow({ zone: String(value) })}
      />
      {!narrow && (
        <Input className="ds-find" value={store.word} placeholder={t('board.find')} aria-label={t('board.find')} onChange={(word) => store.narrow({ word })} />
      )}
    </>
  );
});

/** Whoever comes without a plan. */
function Newcomers({ onPanel }: Pick<BoardBarProps, 'onPanel'>) {
  const { t, can } = usePlugin();
  if (!can('his.dialysisSchedule:btn_plan')) return null;
  return (
    <>
      <Button type="danger" onClick={() => onPanel('emergency')}>
        {t('newcomer.emergency')}
      </Button>
      <Button onClick={() => onPanel('transient')}>{t('newcomer.transient')}</Button>
    </>
  );
}

const BarActs = observer(function BarActs({ store, onPanel }: Omit<BoardBarProps, 'narrow'>) {
  const ctx = usePlugin();
  const { t, can } = ctx;
  const plans = can('his.dialysisSchedule:btn_plan');
  const print = async (what: 'board' | 'preparation') => {
    const { printBoard, printPreparation } = await import('../print/print-board.ts');
    if (what === 'board') printBoard(ctx, store);
    else await printPreparation(ctx, store);
  };
  return (
    <div className="ds-bar-acts">
      <Newcomers onPanel={onPanel} />
      {plans && <Button onClick={() => onPanel('closure')}>{t('closure.open')}</Button>}
      {plans && <Button onClick={() => onPanel('template')}>{t('template.open')}</Button>}
      {plans && <Button onClick={() => void store.planAgain()}>{t('board.planAgain')}</Button>}
      <Button onClick={() => onPanel('missed')}>{t('missed.open')}</Button>
      <Button onClick={() => void print('board')}>{t('print.board')}</Button>
      {store.view === 'day' && <Button onClick={() => void print('preparation')}>{t('print.preparation')}</Button>}
    </div>
  );
});
