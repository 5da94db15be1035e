import { Button, Spin } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, DateText, DescriptionList, ErrorCard, ImportButton, PermissionButton, SaveFailure } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { BundlePreview } from '../../contract/bundle/bundle.contract.ts';
import type { BundleStore } from './bundle.store.ts';
import { Fingerprint } from './fingerprint.tsx';
import { PartCard } from './part-card.tsx';

const ASK_EVERY_MS = 1_000;

/** A bundle of another site: who signed it, what it would change, and taking it. */
export const ImportTab = observer(function ImportTab({ store }: { readonly store: BundleStore }) {
  const { t } = usePlugin();
  const { incoming, refused, working } = store;
  return (
    <div className="sys-bundle">
      <p className="sys-quiet">{t('bundle.importHint')}</p>
      <div className="sys-bundle-pick">
        <ImportButton accept=".json" disabled={working} onFile={(file) => store.look(file)}>
          {t('bundle.pick')}
        </ImportButton>
        {incoming !== null && (
          <Button theme="borderless" type="tertiary" disabled={working} onClick={() => store.close()}>
            {t('bundle.close')}
          </Button>
        )}
      </div>
      {working && <Waiting store={store} />}
      {refused !== null && !working && <ErrorCard title={t('bundle.notRead', { name: refused.name })} error={refused.error} />}
      {incoming !== null && <Head preview={incoming.preview} />}
      {incoming?.preview.signer.state === 'unknown' && <UnknownSigner store={store} preview={incoming.preview} />}
      {incoming !== null && incoming.preview.signer.state !== 'unknown' && <Changes store={store} />}
    </div>
  );
});

/** How far it is, asked once a second. */
const Waiting = observer(function Waiting({ store }: { readonly store: BundleStore }) {
  const { t } = usePlugin();
  useEffect(() => {
    const timer = setInterval(() => void store.readProgress(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [store]);
  const { done, total } = store.progress;
  return (
    <div className="sys-bundle-wait" role="status">
      <Spin size="small" />
      <span>{t(total > 0 ? 'bundle.progress' : 'bundle.reading', { done, total })}</span>
    </div>
  );
});

function Head({ preview: { siteName, madeAt, product, digest, signer } }: { readonly preview: BundlePreview }) {
  const { t } = usePlugin();
  const words = { own: t('bundle.own'), confirmed: t('bundle.confirmed', { name: signer.confirmedBy }), unknown: t('bundle.unknown') };
  return (
    <DescriptionList
      columns={2}
      items={[
        { label: t('bundle.from'), value: `${siteName} · ${words[signer.state]}` },
        { label: t('bundle.madeAt'), value: <DateText value={madeAt} variant="dateTime" /> },
        { label: t('bundle.product'), value: product },
        { label: t('bundle.digest'), value: <code className="sys-fingerprint">{digest.slice(0, 16)}</code> },
      ]}
    />
  );
}

function UnknownSigner({ store, preview: { siteName, signer } }: { readonly store: BundleStore; readonly preview: BundlePreview }) {
  const { t } = usePlugin();
  return (
    <section className="sys-bundle-card" aria-label={t('bundle.unknown')}>
      <Alert kind="warning" text={t('bundle.unknownHint')} />
      <Fingerprint value={signer.fingerprint} />
      <div className="sys-bundle-foot">
        <PermissionButton theme="solid" type="primary" confirm={t('bundle.confirmAsk', { site: siteName })} onClick={() => store.confirmSigner()}>
          {t('bundle.confirm')}
        </PermissionButton>
      </div>
    </section>
  );
}

const Changes = observer(function Changes({ store }: { readonly store: BundleStore }) {
  const { t } = usePlugin();
  const { all, changed } = store.chosen;
  const { working, notTaken } = store;
  const isIdle = store.parts.every(({ entries, state }) => entries.length === 0 && state === 'taken');
  return (
    <>
      {isIdle && <Alert kind="info" text={t('bundle.nothingToDo')} />}
      {store.parts
        .filter(({ rows, left }) => rows > 0 || left.length > 0)
        .map((part) => (
          <PartCard key={part.id} store={store} part={part} />
        ))}
      {notTaken !== null && <NotTaken store={store} error={notTaken} />}
      {!isIdle && (
        <div className="sys-bundle-foot">
          {changed > 0 && (
            <>
              <span className="sys-quiet">{t('bundle.saveFirstHint')}</span>
              <PermissionButton disabled={working} onClick={store.saveFirst}>
                {t('bundle.saveFirst')}
              </PermissionButton>
            </>
          )}
          <PermissionButton
            theme="solid"
            type="primary"
            disabled={all === 0 || working}
            confirm={t('bundle.takeAsk', { n: all, changed })}
            onClick={() => store.take()}
          >
            {t('bundle.take', { n: all })}
          </PermissionButton>
        </div>
      )}
    </>
  );
});

/** Why nothing was written, until one tries again; the file is still here, so it is looked at anew without being chosen again. */
const NotTaken = observer(function NotTaken({ store, error }: { readonly store: BundleStore; readonly error: unknown }) {
  const { t } = usePlugin();
  return (
    <div className="sys-bundle-pick">
      <SaveFailure error={error} />
      <Button disabled={store.working} onClick={() => void store.lookAgain()}>
        {t('bundle.lookAgain')}
      </Button>
    </div>
  );
});
