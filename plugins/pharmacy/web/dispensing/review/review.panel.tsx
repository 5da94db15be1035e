import { Checkbox } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { REVIEW_CHECKS } from '../../../domain/dispensing/review-checks.ts';
import type { DispensingStore } from '../dispensing.store.ts';

/** Four checks, ten points: each is ticked by the pharmacist, none beforehand. */
export const ReviewPanel = observer(function ReviewPanel({ store }: { readonly store: DispensingStore }) {
  const { t } = usePlugin();
  return (
    <fieldset className="ph-review">
      <legend>{t('review.title')}</legend>
      {REVIEW_CHECKS.map((check) => (
        <Checkbox key={check} checked={store.checks.has(check)} extra={t(`review.${check}-points`)} onChange={() => store.toggleCheck(check)}>
          {t(`review.${check}`)}
        </Checkbox>
      ))}
    </fieldset>
  );
});
