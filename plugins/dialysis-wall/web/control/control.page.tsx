import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button, Input, Select } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, ListSkeleton, PageFrame, useFrames, useSlices, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { sessionFrames } from '../../../dialysis-session/contract/index.ts';
import { CALL_MENU, STATIONS_MENU, WAITING_MENU } from '../../contract/limits.ts';
import { wallFrames } from '../../contract/wall.frames.ts';
import type { Callable } from '../../contract/wall.schema.ts';
import { CallStore } from './call.store.ts';
import './control.css';

/** Patients of today who are not at a machine yet, to be called on the screen of the waiting room. */
export const Page = observer(function CallPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t, navigate, pageAddress } = ctx;
  const store = useStore(() => new CallStore(ctx));
  const [wall, session] = [useFrames(wallFrames), useFrames(sessionFrames)];
  useEffect(() => {
    void store.load();
    const stops = [
      wall.on('dialysisWallCalled', () => void store.load()),
      session.on('dialysisSessionChanged', () => void store.load()),
      wall.onConnected(() => void store.load()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [store, wall, session]);
  const open = (code: string) => {
    const address = pageAddress(code);
    return address === undefined ? undefined : () => navigate(address);
  };
  const screens = [
    [WAITING_MENU, t('waiting.title')],
    [STATIONS_MENU, t('stations.title')],
  ] as const;
  return (
    <PageFrame title={menu.fullName} fill={false}>
      <div className="dw-bar">
        <Select
          aria-label={t('control.shift')}
          value={store.shiftId}
          optionList={[{ value: '', label: t('control.allShifts') }, ...store.shifts.map(({ shiftId, name }) => ({ value: shiftId, label: name }))]}
          onChange={(shiftId) => store.choose({ shiftId: String(shiftId) })}
        />
        <Input aria-label={t('control.find')} placeholder={t('control.find')} value={store.keyword} onChange={(keyword) => store.choose({ keyword })} />
        <span className="dw-screens">
          {screens.map(([code, title]) => {
            const go = open(code);
            return go ? (
              <Button key={code} onClick={go}>
                {title}
              </Button>
            ) : null;
          })}
        </span>
      </div>
      {store.problem !== null && <ErrorCard error={store.problem} onRetry={() => void store.load()} />}
      {store.list === null && store.problem === null && <ListSkeleton />}
      {store.list !== null && store.shown.length === 0 && <EmptyState text={t('control.nobody')} help={t('control.nobodyHelp')} />}
      <People store={store} />
    </PageFrame>
  );
});

/** A whole day of people, in pieces: the page around them is not drawn again with each. */
const People = observer(function People({ store }: { readonly store: CallStore }) {
  const { shown } = store;
  const drawn = useSlices(shown.length);
  return (
    <ul className="dw-callable">
      {shown.slice(0, drawn).map((one) => (
        <Person key={one.slotId} store={store} one={one} />
      ))}
    </ul>
  );
});

const Person = observer(function Person({ store, one }: { readonly store: CallStore; readonly one: Callable }) {
  const { t, can } = usePlugin();
  const mayCall = can(`${CALL_MENU}:btn_call`);
  const { call } = one;
  return (
    <li data-state={one.state}>
      <p className="dw-who">
        <b>{one.patientName}</b>
        <span>
          {one.stationCode} · {t('waiting.station', { station: one.publicName })}
        </span>
        <span className="dw-quiet">
          {one.shiftName} · {t(`control.state.${one.state}`)}
        </span>
        {call && (
          <span className="dw-last">
            {t('control.calledAt', { time: formatInstant(call.calledAt, 'HH:mm'), place: t(`control.place.${call.place}`), by: call.byName })}
          </span>
        )}
      </p>
      {mayCall && (
        <p className="dw-buttons">
          <Button theme="solid" onClick={() => void store.call(one, 'station')}>
            {t(call ? 'control.again' : 'control.toStation')}
          </Button>
          <Button onClick={() => void store.call(one, 'scale')}>{t('control.toScale')}</Button>
          <Button onClick={() => void store.call(one, 'desk')}>{t('control.toDesk')}</Button>
          {call && (
            <Button theme="borderless" onClick={() => void store.withdraw(call.callId)}>
              {t('control.withdraw')}
            </Button>
          )}
        </p>
      )}
    </li>
  );
});
