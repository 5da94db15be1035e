import { Button, Input, Radio, RadioGroup } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { MAX_OWN_PACKAGE_NAME, MAX_OWN_PACKAGE_NOTE } from '../../contract/prescribing.schema.ts';
import type { PackageScope, PrescriptionDetail } from '../../contract/index.ts';
import { PackageLines } from './package-lines.tsx';
import type { PackagesStore } from './packages.store.ts';

interface PackageFormProps {
  readonly store: PackagesStore;
  /** Lines of the prescription that is open. */
  readonly current: () => readonly PrescriptionDetail[];
}

/** An own package while it is made or changed: name, note, for whom, and its lines. */
export const PackageFormPanel = observer(function PackageFormPanel({ store, current }: PackageFormProps) {
  const { t } = usePlugin();
  const id = useId();
  const { form } = store;
  if (!form) return null;
  return (
    <form
      className="rx-package-form"
      onSubmit={(event) => {
        event.preventDefault();
        void store.save();
      }}
    >
      {store.problem !== null && <Alert kind="error" text={store.problem} />}
      <div className="rx-field">
        <label htmlFor={`${id}-name`}>{t('package.name')}</label>
        <Input id={`${id}-name`} autoFocus value={form.packageName} maxLength={MAX_OWN_PACKAGE_NAME} onChange={(packageName) => store.write({ packageName })} />
      </div>
      <div className="rx-field">
        <label htmlFor={`${id}-note`}>{t('package.note')}</label>
        <Input id={`${id}-note`} value={form.note} maxLength={MAX_OWN_PACKAGE_NOTE} onChange={(note) => store.write({ note })} />
      </div>
      <RadioGroup
        type="button"
        aria-label={t('package.for')}
        value={form.scope}
        onChange={(event) => store.write({ scope: event.target.value as PackageScope })}
      >
        <Radio value="own">{t('package.forMe')}</Radio>
        <Radio value="department">{t('package.forDepartment')}</Radio>
      </RadioGroup>
      <PackageLines lines={form.lines} onDrop={(index) => store.dropLine(index)} />
      <div className="rx-packages-acts">
        {form.packageId !== null && current().length > 0 && (
          <Button theme="borderless" onClick={() => store.write({ lines: [...form.lines, ...current()] })}>
            {t('package.append', { n: current().length })}
          </Button>
        )}
        <Button theme="light" type="tertiary" onClick={() => store.cancel()}>
          {t('package.cancel')}
        </Button>
        <Button theme="solid" type="primary" htmlType="submit" loading={store.busy} disabled={!store.sendable}>
          {t('act.save')}
        </Button>
      </div>
    </form>
  );
});
