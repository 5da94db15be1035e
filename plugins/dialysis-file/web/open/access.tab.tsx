import { usePlugin } from '@nephra/plugin-sdk/web';
import { DescriptionList, EmptyState, PermissionButton, StatusTag } from '@nephra/plugin-sdk/widgets';
import type { AccessView } from '../../contract/file.schema.ts';
import { isCatheter, movesFrom } from '../../domain/access-life.ts';
import { askAccess, askEvent, askMove } from '../forms/clinical.forms.ts';
import { accessStateTable, accessWords } from '../words.ts';
import type { TabProps } from './file.drawer.tsx';

/** Vascular accesses with their lives and what happened to them. */
export function AccessTab({ store, file }: TabProps) {
  const { t } = usePlugin();
  return (
    <>
      <div className="df-acts">
        <PermissionButton button="btn_access" theme="solid" type="primary" onClick={() => store.asking.ask(askAccess(t, file))}>
          {t('access.add')}
        </PermissionButton>
      </div>
      {file.accesses.length === 0 && <EmptyState text={t('none.access')} />}
      {file.accesses.map((access) => (
        <Access key={access.accessId} store={store} file={file} access={access} />
      ))}
    </>
  );
}

function Access({ store, file, access }: TabProps & { readonly access: AccessView }) {
  const { t } = usePlugin();
  const catheter = isCatheter(access.kind);
  return (
    <section className="df-card">
      <header className="df-card-head">
        <strong>{accessWords(t, access)}</strong>
        <StatusTag value={access.state} table={accessStateTable(t)} />
      </header>
      <DescriptionList
        columns={3}
        items={[
          { label: t('access.madeOn'), value: access.madeOn },
          { label: t('access.firstUsedOn'), value: access.firstUsedOn },
          ...(access.endOn ? [{ label: t('access.ended'), value: `${access.endOn} ${access.endReason}` }] : []),
          ...(catheter
            ? [{ label: t('access.lock'), value: access.lockArterial === null ? '' : `A ${access.lockArterial} ml · V ${access.lockVenous ?? '–'} ml` }]
            : [
                { label: t('access.needleGauge'), value: access.needleGauge === null ? '' : `${access.needleGauge} G` },
                { label: t('access.punctureMethod'), value: access.punctureMethod ? t(`puncture.${access.punctureMethod}`) : '' },
              ]),
          { label: t('access.hospital'), value: [access.hospital, access.surgeon].filter(Boolean).join(' · ') },
          ...(access.note ? [{ label: t('access.note'), value: access.note, span: 3 }] : []),
        ]}
      />
      {access.events.length > 0 && (
        <ul className="df-events">
          {access.events.map((event) => (
            <li key={event.eventId}>
              <time dateTime={event.on}>{event.on}</time> <strong>{t(`accessEvent.${event.kind}`)}</strong> {event.note} <small>{event.byName}</small>
            </li>
          ))}
        </ul>
      )}
      <div className="df-acts">
        <PermissionButton button="btn_access" onClick={() => store.asking.ask(askEvent(t, file, access))}>
          {t('access.event')}
        </PermissionButton>
        {movesFrom(access.state).length > 0 && (
          <PermissionButton button="btn_access" onClick={() => store.asking.ask(askMove(t, file, access))}>
            {t('access.move')}
          </PermissionButton>
        )}
        <PermissionButton button="btn_access" theme="borderless" onClick={() => store.asking.ask(askAccess(t, file, access))}>
          {t('access.edit')}
        </PermissionButton>
      </div>
    </section>
  );
}
