import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert } from '@nephra/plugin-sdk/widgets';
import type { WholeSession } from '../../contract/session.schema.ts';

/** Which consents the patient still has to be asked for, and why. Nobody is stopped by it here. */
export function ConsentNote({ lacking }: { readonly lacking: WholeSession['consentsLacking'] }) {
  const { t } = usePlugin();
  if (lacking.length === 0) return null;
  const list = lacking.map(({ kind, why, on }) =>
    t('consent.lack', { kind: t(`consent.kind.${kind}`), why: t(`consent.because.${why}`), on: on ?? '' }).trim(),
  );
  return <Alert kind="warning" text={t('consent.lacking', { list: list.join(t('consent.and')) })} />;
}
