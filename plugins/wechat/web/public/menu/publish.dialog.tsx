import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, SaveFailure, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { MpMenuStore } from './mp-menu.store.ts';

const TONES = { add: 'success', change: 'info', remove: 'danger' } as const;

/** What publishing changes of the menu that followers see now. */
export const PublishDialog = observer(function PublishDialog({ store }: { readonly store: MpMenuStore }) {
  const { t } = usePlugin();
  const { preview, buttons, busy, failure } = store;
  if (!preview) return null;
  const acts = (['add', 'change', 'remove'] as const).map((value) => ({ value, text: t(`mpMenu.acts.${value}`), tone: TONES[value] }));
  return (
    <Modal
      visible
      centered
      width="min(640px, calc(100vw - 24px))"
      title={t('mpMenu.publishTitle')}
      bodyStyle={{ maxHeight: 'calc(100dvh - 220px)', overflow: 'auto' }}
      onCancel={() => store.closePreview()}
      footer={
        <>
          <Button onClick={() => store.closePreview()}>{t('mpMenu.cancel')}</Button>
          <Button theme="solid" type="primary" loading={busy} disabled={preview.changes.length === 0} onClick={() => void store.publish()}>
            {t('mpMenu.publishNow')}
          </Button>
        </>
      }
    >
      <div className="wx-lines">
        {preview.elsewhere && <Alert kind="warning" text={t('mpMenu.elsewhere')} />}
        {buttons.length === 0 && <Alert kind="warning" text={t('mpMenu.emptyAsk')} />}
        {preview.changes.length === 0 && <p className="wx-quiet">{t('mpMenu.noChange')}</p>}
        <ul className="wx-matches">
          {preview.changes.map(({ act, place, name, before, after }) => (
            <li key={place}>
              <span>
                <StatusTag value={act} table={acts} /> {place} {name}
              </span>
              <small className="wx-quiet">{[before, after].filter(Boolean).join(' → ')}</small>
            </li>
          ))}
        </ul>
        {failure !== null && <SaveFailure error={failure} />}
      </div>
    </Modal>
  );
});
