import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText } from '@nephra/plugin-sdk/widgets';
import type { DispensingInfo } from '../../contract/index.ts';

/** Who did what with the prescription, in order. */
export function StepLine({ info }: { readonly info: DispensingInfo }) {
  const { t } = usePlugin();
  if (info.stepList.length === 0) return null;
  return (
    <ol className="ph-steps" aria-label={t('counter.steps')}>
      {info.stepList.map((step) => (
        <li key={`${step.action}${step.actTime}`}>
          <b>{t(step.partial && (step.action === 'pick' || step.action === 'dispense') ? `step.${step.action}-part` : `step.${step.action}`)}</b>
          <span>{step.operatorName}</span>
          <DateText value={step.actTime} />
          {step.reason && <q>{step.reason}</q>}
        </li>
      ))}
    </ol>
  );
}
