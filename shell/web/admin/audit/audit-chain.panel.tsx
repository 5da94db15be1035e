import { useCallback, useEffect, useState } from 'react';
import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button, IconShield } from '@nephra/plugin-sdk/ui';
import { useButtonPermission, useClient, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, useRunOnce } from '@nephra/plugin-sdk/widgets';
import { auditContract, type ChainState } from '../../../contract/index.ts';

const ASK_AGAIN_MS = 1000;

const counted = new Intl.NumberFormat('en').format;

/** Whether the chain of hashes is whole, with the button that checks it now. */
export function ChainPanel() {
  const { t } = usePlugin();
  const mayVerify = useButtonPermission('btn_verify');
  const { busy, run } = useRunOnce();
  const client = useClient(auditContract);
  const [state, setState] = useState<ChainState | null>(null);
  const load = useCallback(async () => setState((await client.chain({}, { quiet: true, background: true })).data), [client]);
  useEffect(() => void load().catch(() => undefined), [load]); // without an answer the list works all the same
  const running = state?.running === true;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => void load().catch(() => undefined), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [running, load]);
  if (state === null) return null;

  const finding = (): string => {
    if (state.running) return t('audit.verifying', { checked: counted(state.checked), total: counted(state.total) });
    if (state.finishedAt === null) return t('audit.never');
    return t('audit.whole', { count: counted(state.checked), time: formatInstant(state.finishedAt) });
  };
  const verify = async () => setState((await client.verify({})).data);
  return (
    <div className="nephra-audit-chain">
      {state.broken && !state.running ? (
        <Alert
          kind="error"
          text={`${t('audit.broken', { seq: state.broken.seq, reason: t(`audit.reasons.${state.broken.reason}`) })} ${state.broken.action}`}
        />
      ) : (
        <span role="status">
          <IconShield aria-hidden /> {finding()}
        </span>
      )}
      {mayVerify && (
        // Not disabled while the check runs: that would take the focus away from who has just pressed it.
        <Button size="small" theme="light" loading={busy || state.running} onClick={() => state.running || void run(verify)}>
          {t('audit.verify')}
        </Button>
      )}
    </div>
  );
}
