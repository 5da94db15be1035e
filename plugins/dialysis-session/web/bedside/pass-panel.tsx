import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { MATERIAL_ROLES } from '../../contract/material/material.ts';
import { REASON_ENOUGH } from '../../contract/states.ts';
import type { BedsideStore, ToPass } from './bedside.store.ts';
import { ReasonField } from './reason-field.tsx';

/** What stands against an act and may be passed with a reason by whoever has the right. */
export const PassPanel = observer(function PassPanel({ store, pass }: { readonly store: BedsideStore; readonly pass: ToPass }) {
  const { t } = usePlugin();
  const allowed = REASON_ENOUGH.includes(pass.guard) || store.may('btn_override');
  return (
    <section className="ds-pass" role="alert">
      <p>{pass.sentence}</p>
      {pass.guard === 'material-unknown' && (
        <fieldset className="ds-choice">
          <legend>{t('scan.whatIsIt')}</legend>
          {MATERIAL_ROLES.map((role) => (
            <button
              type="button"
              key={role}
              aria-pressed={store.materialRole === role}
              className={store.materialRole === role ? 'ds-key ds-key-on' : 'ds-key'}
              onClick={() => store.setMaterialRole(role)}
            >
              {t(`scan.role.${role}`)}
            </button>
          ))}
        </fieldset>
      )}
      {allowed && (
        <ReasonField label={t('bed.passTitle')} okText={t('bed.pass')} danger onOk={(reason) => void pass.again(reason)} onBack={() => store.refuse('')} />
      )}
    </section>
  );
});
