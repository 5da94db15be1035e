import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { materialsOf } from '../../../contract/material/material.ts';
import { materialText } from '../../fields/entry-text.ts';
import type { BedsideStore } from '../bedside.store.ts';
import { ReasonField } from '../reason-field.tsx';

/** What was scanned for this treatment: dialyser, cartridge, lines, with lot and last day. */
export const MaterialList = observer(function MaterialList({ store }: { readonly store: BedsideStore }) {
  const { t } = usePlugin();
  const [backing, setBacking] = useState('');
  const session = store.whole;
  if (!session) return null;
  const used = materialsOf(session.entries);
  const writable = session.state >= 1 && session.state <= 3 && store.may('btn_record');
  const prescribed = (session.plan?.prescription ?? session.standing)?.dialyserName ?? '';
  const waiting = store.outbox.waiting.filter(({ kept }) => kept.act === 'material' && kept.params.id === session.id);
  if (used.length === 0 && waiting.length === 0 && !writable) return null;
  return (
    <>
      <h3>
        {t('scan.materials')} {prescribed !== '' && <small className="ds-signed">{t('scan.prescribed', { name: prescribed })}</small>}
      </h3>
      {used.length === 0 && waiting.length === 0 && <p className="ds-hint">{t('scan.hint')}</p>}
      <ul className="ds-orders">
        {used.map((one) => (
          <li key={one.entryId}>
            <span className="ds-order-words">{materialText(t, one)}</span>
            {writable && backing !== one.entryId && (
              <Button size="large" onClick={() => setBacking(one.entryId)}>
                {t('scan.back')}
              </Button>
            )}
            {backing === one.entryId && (
              <ReasonField
                label={t('bed.ask')}
                okText={t('scan.back')}
                danger
                onBack={() => setBacking('')}
                onOk={(reason) => void store.materialBack(one.entryId, reason).then(() => setBacking(''))}
              />
            )}
          </li>
        ))}
        {waiting.map(({ kept }) => (
          <li key={kept.clientId} className="ds-off">
            {String(kept.body.code)} · {t('outbox.states.waiting')}
          </li>
        ))}
      </ul>
    </>
  );
});
