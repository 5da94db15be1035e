import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { ErrorCard, useNow } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { LiveStore } from './live.store.ts';
import { useShown } from './use-shown.ts';
import './wall.css';

interface WallFrameProps {
  readonly title: string;
  readonly store: LiveStore<{
    readonly shifts: readonly { readonly name: string; readonly startTime: string; readonly endTime: string; readonly when: string }[];
  }>;
  /** Beside full screen and leaving, seen when the pointer moves over the head. */
  readonly acts?: ReactNode;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** A page over the whole window, read from the other end of a room: without the frame of the shell, its text as large as the window lets it be. */
export const WallFrame = observer(function WallFrame({ title, store, acts, foot, children }: WallFrameProps) {
  const { t, user, navigate } = usePlugin();
  const anchor = useRef<HTMLSpanElement>(null);
  const wall = useRef<HTMLElement>(null);
  const shown = useShown(anchor);
  const now = useNow(1);
  const { cutSince, reply, problem } = store;
  const shifts = reply?.shifts ?? [];
  return (
    <span ref={anchor} className="dw-anchor">
      <h1 className="nephra-visually-hidden">{title}</h1>
      {shown &&
        createPortal(
          <section ref={wall} className="dw-wall" role="dialog" aria-modal="true" aria-label={title}>
            <div className="dw-head">
              <h2>
                {title} <small className="dw-centre">{user.organizeName.split('/').at(-1)}</small>
              </h2>
              <p className="dw-shifts">
                {shifts
                  .filter(({ when }) => when !== 'other')
                  .map(({ name, startTime, endTime, when }) => (
                    <span key={name} data-when={when}>
                      {t(when === 'now' ? 'wall.shiftNow' : 'wall.shiftNext', { name, from: startTime, to: endTime })}
                    </span>
                  ))}
              </p>
              <div className="dw-acts">
                {acts}
                <Button onClick={() => void (document.fullscreenElement ? document.exitFullscreen() : wall.current?.requestFullscreen?.())}>
                  {t('wall.full')}
                </Button>
                <Button onClick={() => navigate('/home')}>{t('wall.leave')}</Button>
              </div>
              <time className="dw-clock">
                <b>{formatInstant(now, 'HH:mm')}</b>
                <small className="dw-date">{formatInstant(now, 'yyyy-MM-dd')}</small>
              </time>
            </div>
            {cutSince !== null && reply !== null && (
              <p role="alert" className="dw-cut">
                {t('wall.cut', { time: formatInstant(cutSince, 'HH:mm') })}
              </p>
            )}
            {reply === null && problem !== null ? (
              <div className="dw-problem">
                <ErrorCard error={problem} onRetry={() => void store.load()} />
              </div>
            ) : (
              children
            )}
            {foot !== undefined && <div className="dw-foot">{foot}</div>}
          </section>,
          document.body,
        )}
    </span>
  );
});
