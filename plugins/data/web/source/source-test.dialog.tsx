import type { ReplyOf } from '@nephra/plugin-sdk/contract';
import { Button, Modal, Spin } from '@nephra/plugin-sdk/ui';
import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, ErrorCard } from '@nephra/plugin-sdk/widgets';
import { useCallback, useEffect, useState } from 'react';
import { dataSourceContract } from '../../contract/source/data-source.contract.ts';
import '../data.css';

type Tested = ReplyOf<typeof dataSourceContract.routes.test>;
type State = { readonly kind: 'asking' } | { readonly kind: 'told'; readonly tested: Tested } | { readonly kind: 'failed'; readonly error: unknown };

interface SourceTestProps {
  readonly source: { readonly id: string; readonly fullName: string; readonly host: string; readonly port: number };
  readonly onClose: () => void;
}

/** Asks a source as it is kept, as soon as it opens. */
export function SourceTest({ source, onClose }: SourceTestProps) {
  const { t, http } = usePlugin();
  const [state, setState] = useState<State>({ kind: 'asking' });
  const ask = useCallback(
    async (signal?: AbortSignal) => {
      setState({ kind: 'asking' });
      try {
        const { data } = await createClient(dataSourceContract, http).test({ body: { id: source.id } }, { quiet: true, signal });
        setState({ kind: 'told', tested: data });
      } catch (error) {
        if (!signal?.aborted) setState({ kind: 'failed', error });
      }
    },
    [http, source.id],
  );
  useEffect(() => {
    const abort = new AbortController();
    void ask(abort.signal);
    return () => abort.abort();
  }, [ask]);
  return (
    <Modal
      visible
      centered
      width="min(520px, calc(100vw - 24px))"
      title={t('source.testOf', { name: source.fullName })}
      onCancel={onClose}
      footer={
        <>
          <Button disabled={state.kind === 'asking'} onClick={() => void ask()}>
            {t('source.testAgain')}
          </Button>
          <Button theme="solid" type="primary" onClick={onClose}>
            {t('source.close')}
          </Button>
        </>
      }
    >
      <div className="data-lines" aria-live="polite">
        <p className="data-quiet">
          {source.host}:{source.port}
        </p>
        {state.kind === 'asking' && (
          <div className="data-busy">
            <Spin size="small" />
            {t('source.testing')}
          </div>
        )}
        {state.kind === 'failed' && <ErrorCard error={state.error} onRetry={() => void ask()} />}
        {state.kind === 'told' && (
          <Alert kind={state.tested.ok ? 'info' : 'error'} text={`${state.tested.message}${t('source.took', { ms: state.tested.milliseconds })}`} />
        )}
      </div>
    </Modal>
  );
}
