import { Button, Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, ErrorCard, FormPanel, ListSkeleton, PermissionButton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { SettingOrigins } from './setting-origins.tsx';
import { useSettingText } from './setting-texts.ts';
import type { SettingsStore } from './settings.store.ts';

interface SettingsFormProps {
  readonly store: SettingsStore;
  readonly mayEdit: boolean;
}

/** The chosen plugin: the place, the values that count there, and where each comes from. */
export const SettingsForm = observer(function SettingsForm({ store, mayEdit }: SettingsFormProps) {
  const { language } = usePlugin();
  const say = useSettingText();
  const { chosen, open, reading } = store;
  if (!chosen) return null;
  return (
    <section className="nk-sheet nephra-settings-sheet" aria-label={chosen.name[language]}>
      <h2>{chosen.name[language]}</h2>
      <PlaceChoice store={store} />
      {reading.kind === 'loading' && <ListSkeleton />}
      {reading.kind === 'failed' && <ErrorCard error={reading.error} onRetry={() => void store.read()} />}
      {open && (
        <>
          {!mayEdit && <Alert kind="info" text={say('readOnly')} />}
          {store.stale && (
            <Alert kind="warning" text={say('stale')}>
              <button type="button" className="nk-text-button" onClick={() => void store.read()}>
                {say('reread')}
              </button>
            </Alert>
          )}
          <FormPanel key={`${open.sheet.orgId} ${open.sheet.version}`} form={open.form} columns={2} onSubmit={() => void store.submit()}>
            {mayEdit && (
              <div className="nephra-settings-acts">
                <PermissionButton button="btn_edit" theme="solid" type="primary" disabled={!open.form.dirty} onClick={() => store.submit()}>
                  {say('save')}
                </PermissionButton>
                <Button disabled={!open.form.dirty || open.form.saving} onClick={() => open.form.reset()}>
                  {say('undo')}
                </Button>
              </div>
            )}
          </FormPanel>
          <SettingOrigins store={store} open={open} />
        </>
      )}
    </section>
  );
});

/** Where the values apply; a plugin with values of one sort alone, and somebody with one organisation, have nothing to choose. */
const PlaceChoice = observer(function PlaceChoice({ store }: { readonly store: SettingsStore }) {
  const say = useSettingText();
  const id = useId();
  const { chosen, place, organisations } = store;
  if (!chosen || !place || chosen.organisation === 0) return null;
  const places = [
    ...(chosen.installation > 0 ? [{ value: '', label: say('installation') }] : []),
    ...organisations.map(({ id: value, fullName: label }) => ({ value, label })),
  ];
  return (
    <div className="nephra-settings-place">
      <span id={id}>{say('place')}</span>
      <Select
        aria-labelledby={id}
        filter={places.length > 8}
        value={place.orgId}
        optionList={places}
        onChange={(orgId) => void store.go({ ...place, orgId: String(orgId) })}
      />
    </div>
  );
});
