import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
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
      {allowed && (
        <ReasonField label={t('bed.passTitle')} okText={t('bed.pass')} danger onOk={(reason) => void pass.again(reason)} onBack={() => store.refuse('')} />
      )}
    </section>
  );
});
