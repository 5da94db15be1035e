import { Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { DispensingFinding, DispensingInfo } from '../../../contract/index.ts';
import { MAX_OVERRIDE_REASON } from '../../../contract/limits.ts';
import { checkLevels } from '../../vocabulary.ts';
import type { DispensingStore } from '../dispensing.store.ts';

interface FindingsPanelProps {
  readonly store: DispensingStore;
  readonly info: DispensingInfo;
  /** The next step is a review or a handing out: reasons can be given. */
  readonly asking: boolean;
}

/** What the prescription's safety checks say now, with the reasons that were given, and a field for each that is missing. */
export const FindingsPanel = observer(function FindingsPanel({ store, info, asking }: FindingsPanelProps) {
  const { t } = usePlugin();
  return (
    <section className={store.blocked ? 'ph-findings ph-findings-stop' : 'ph-findings'} aria-label={t('check.title')}>
      <h4>{t('check.title')}</h4>
      <ul>
        {info.findingList.map((finding) => (
          <FindingRow key={finding.key} store={store} finding={finding} asking={asking} />
        ))}
      </ul>
      {store.blocked && <p className="ph-problem">{t('check.blocked')}</p>}
    </section>
  );
});

interface FindingRowProps {
  readonly store: DispensingStore;
  readonly finding: DispensingFinding;
  readonly asking: boolean;
}

const FindingRow = observer(function FindingRow({ store, finding, asking }: FindingRowProps) {
  const { t } = usePlugin();
  const { key, level, text, override } = finding;
  return (
    <li>
      <StatusTag value={level} table={checkLevels(t)} />
      <div>
        <p>{text}</p>
        {override !== null && (
          <p className="ph-soft ph-small">
            {t(override.stage === 'confirm' ? 'check.byDoctor' : 'check.byPharmacist', { name: override.userName, reason: override.reason })}{' '}
            <DateText value={override.creatorTime} />
          </p>
        )}
        {asking && level === 'reason' && override === null && (
          <Input
            value={store.reasons.get(key) ?? ''}
            maxLength={MAX_OVERRIDE_REASON}
            placeholder={t('check.reason')}
            aria-label={`${t('check.reason')}: ${text}`}
            onChange={(reason) => store.setReason(key, reason)}
          />
        )}
      </div>
    </li>
  );
});
