import { Button } from '@nephra/plugin-sdk/ui';
import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { wallContract } from '../../contract/wall.contract.ts';
import type { WaitingReply } from '../../contract/wall.schema.ts';
import { pageOf } from '../../domain/pages.ts';
import { useLive } from '../frame/use-live.ts';
import { useTurn } from '../frame/use-turn.ts';
import { WallFrame } from '../frame/wall-frame.tsx';
import { useVoice } from './use-voice.ts';

const PER_PAGE = 16;
const USUAL_SECONDS = 12;

/** The screen of the waiting room: who waits, who is called where. Names come masked; there is nothing else to hide. */
export const Page = observer(function WaitingPage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const client = useMemo(() => createClient(wallContract, ctx.http), [ctx]);
  const store = useLive<WaitingReply>((options) => client.waiting({}, options));
  const { reply } = store;
  const voice = useVoice(reply?.calls ?? []);
  const turn = useTurn(reply?.pageSeconds ?? USUAL_SECONDS);
  const { rows, page, pages } = pageOf(reply?.people ?? [], PER_PAGE, turn);
  const calls = reply?.calls ?? [];
  return (
    <WallFrame
      title={t('waiting.title')}
      store={store}
      acts={
        voice.offered && (
          <Button aria-pressed={voice.on} theme={voice.on ? 'solid' : 'light'} onClick={voice.toggle}>
            {t(voice.on ? 'waiting.voiceOn' : 'waiting.voiceOff')}
          </Button>
        )
      }
      foot={
        <>
          <span>{t('waiting.privacy')}</span>
          {pages > 1 && <span>{t('wall.page', { page, pages })}</span>}
        </>
      }
    >
      <div className="dw-waiting">
        <section className="dw-calls" aria-live="polite" aria-label={t('waiting.calls')}>
          {calls.length === 0 ? (
            <p className="dw-none">{t('waiting.noCall')}</p>
          ) : (
            calls.map((call) => (
              <article key={call.callId} className="dw-call">
                <strong>
                  {call.name} {call.tail !== '' && <small>{t('waiting.tail', { tail: call.tail })}</small>}
                </strong>
                <p>{t(`waiting.to.${call.place}`, { station: call.station })}</p>
              </article>
            ))
          )}
        </section>
        <section className="dw-people" aria-label={t('waiting.people')}>
          <h2>{t('waiting.count', { n: reply?.people.length ?? 0 })}</h2>
          {reply !== null && rows.length === 0 && <p className="dw-none">{t('waiting.nobody')}</p>}
          <ol data-few={rows.length <= PER_PAGE / 2 || undefined}>
            {rows.map((one) => (
              <li key={one.key} data-called={one.called || undefined}>
                <b>{one.name}</b>
                <small>{one.tail === '' ? '' : t('waiting.tail', { tail: one.tail })}</small>
                <span>{t('waiting.station', { station: one.station })}</span>
                <em>{t(one.called ? 'waiting.isCalled' : 'waiting.waits')}</em>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </WallFrame>
  );
});
