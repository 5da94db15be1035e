import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { BedsideOutbox } from './outbox.ts';

/** What of this person is not with the server yet; nothing while all is sent. */
export const OutboxBar = observer(function OutboxBar({ outbox }: { readonly outbox: BedsideOutbox }) {
  const { t, confirm } = usePlugin();
  const [open, setOpen] = useState(false);
  const { waiting, refused, entries, unreadable } = outbox;
  if (entries.length === 0)
    return unreadable === 0 ? null : (
      <p className="ds-offline" role="status">
        {t('outbox.unreadable', { n: unreadable })}
      </p>
    );
  const words = [waiting.length > 0 && t('outbox.waiting', { n: waiting.length }), refused.length > 0 && t('outbox.refused', { n: refused.length })];
  return (
    <section className={refused.length > 0 ? 'ds-outbox ds-outbox-refused' : 'ds-outbox'} aria-label={t('outbox.title')}>
      <button type="button" className="ds-outbox-head" aria-expanded={open || refused.length > 0} onClick={() => setOpen(!open)}>
        <span role="status">{words.filter(Boolean).join(' · ')}</span>
      </button>
      {(open || refused.length > 0) && (
        <ul>
          {entries.map((entry) => (
            <li key={entry.kept.clientId}>
              <span>
                <b>{entry.kept.title}</b> {t(`outbox.states.${entry.state}`)} · <DateText value={entry.kept.recordedAt} />
                {entry.reason !== '' && <em>{entry.reason}</em>}
              </span>
              {entry.state === 'refused' && (
                <span className="ds-outbox-acts">
                  <Button size="large" onClick={() => void outbox.retry(entry)}>
                    {t('outbox.retry')}
                  </Button>
                  <Button
                    size="large"
                    type="danger"
                    onClick={() => void confirm({ content: t('outbox.discardAsk'), danger: true }).then((sure) => (sure ? outbox.discard(entry) : undefined))}
                  >
                    {t('outbox.discard')}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
});
