import { Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import type { DispensingInfo } from '../../contract/index.ts';
import type { DispensingStore } from './dispensing.store.ts';

/** Drugs of the prescription that the patient is allergic to; going on needs a reason, which is kept. */
export const AllergyPanel = observer(function AllergyPanel({ store, info }: { readonly store: DispensingStore; readonly info: DispensingInfo }) {
  const { t } = usePlugin();
  return (
    <div className="ph-allergy-stop" role="alert">
      {info.allergyList.map((hit) => (
        <strong key={hit.drugName}>{t('counter.allergyHit', { name: hit.drugName, allergy: hit.allergy })}</strong>
      ))}
      <Input
        value={store.reason}
        maxLength={200}
        placeholder={t('counter.allergyReason')}
        aria-label={t('counter.allergyReason')}
        onChange={(reason) => store.setReason(reason)}
      />
    </div>
  );
});
