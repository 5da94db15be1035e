import { IconClose } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import type { HandOverStore } from './hand-over.store.ts';
import { ScanInput } from './scan-input.tsx';

/** Trace codes of the packs that leave: one line per lot, with how many are scanned. */
export const ScanPanel = observer(function ScanPanel({ store }: { readonly store: HandOverStore }) {
  const { t } = usePlugin();
  return (
    <section className="ph-scan" aria-label={t('scan.title')}>
      <header>
        <h4>{t('scan.title')}</h4>
        <ScanInput label={t('scan.input')} placeholder={t('scan.inputHelp')} onScan={(text) => store.scan(text)} autoFocus />
      </header>
      {store.scanProblem && (
        <p className="ph-problem" role="alert">
          {t(`errors.${store.scanProblem.key}`, store.scanProblem.params)}
        </p>
      )}
      <ul>
        {store.scanShares.map((share) => {
          const { allocationId } = share.lot;
          const done = share.codes.length >= share.packs;
          return (
            <li key={allocationId}>
              <button
                type="button"
                className="ph-scan-share"
                aria-pressed={store.target === allocationId}
                disabled={done}
                onClick={() => store.aim(allocationId)}
              >
                <span>
                  {share.lot.drugName} <code>{share.lot.lotNo}</code>
                </span>
                <b className={done ? 'ph-plus' : share.required ? 'ph-low' : undefined}>{`${share.codes.length}/${share.packs}`}</b>
              </button>
              {share.codes.map((code) => (
                <span key={code} className="ph-code">
                  <code>{code}</code>
                  <button type="button" aria-label={t('scan.remove', { code })} onClick={() => store.removeCode(allocationId, code)}>
                    <IconClose size="extra-small" />
                  </button>
                </span>
              ))}
            </li>
          );
        })}
      </ul>
    </section>
  );
});
