import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { createClient, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { EditDialog, EmptyState, ErrorCard, FormStore, ListSkeleton, type SaveAct, sizeText, useStore } from '@nephra/plugin-sdk/widgets';
import { makeObservable, observableRef, runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { type Leaver, leaversContract } from '../contract/leavers.contract.ts';

interface HandOverForm {
  readonly fromId: string;
  readonly toId: string;
}

class HandOverStore {
  leavers: readonly Leaver[] | null = null;
  failure: unknown = null;
  readonly form: FormStore<HandOverForm>;
  private readonly client;

  constructor(private readonly ctx: WebContext) {
    const { t } = ctx;
    this.client = createClient(leaversContract, ctx.http);
    makeObservable(this, { leavers: observableRef, failure: observableRef });
    const choice = ({ id, account, realName, files, bytes }: Leaver) => ({
      value: id,
      text: t('handOver.who', { name: realName || account || id, account, n: files, size: sizeText(bytes) }),
    });
    this.form = new FormStore<HandOverForm>({
      fields: () => [
        { kind: 'select', name: 'fromId', label: t('handOver.from'), required: true, filter: true, span: 2, options: (this.leavers ?? []).map(choice) },
        { kind: 'user', name: 'toId', label: t('handOver.to'), required: true, span: 2 },
      ],
      initial: { fromId: '', toId: '' },
    });
  }

  load = async (): Promise<void> => {
    try {
      const { data } = await this.client.leavers({}, { quiet: true });
      runInAction(() => {
        this.leavers = data.list;
        this.failure = null;
      });
    } catch (error) {
      runInAction(() => {
        this.failure = error;
      });
    }
  };

  save = async ({ fromId, toId }: HandOverForm, act: SaveAct): Promise<void> => {
    const { msg } = await this.client.handOver({ params: { id: fromId }, body: { userId: toId } }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
  };

  dispose(): void {
    this.form.dispose();
  }
}

/** Documents of somebody whose account is out of use become somebody else's. */
export const HandOverDialog = observer(function HandOverDialog({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new HandOverStore(ctx));
  useEffect(() => void store.load(), [store]);
  const { leavers, failure, form } = store;
  if (failure === null && leavers !== null && leavers.length > 0) {
    return (
      <EditDialog form={form} title={t('dialog.handOver')} width={480} onClose={onClose} onSave={(values, act) => store.save(values, act).then(onDone)}>
        <p className="documents-note">{t('handOver.help')}</p>
      </EditDialog>
    );
  }
  return (
    <Modal
      visible
      title={t('dialog.handOver')}
      width="min(480px, calc(100vw - 24px))"
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {failure !== null ? (
        <ErrorCard error={failure} onRetry={() => void store.load()} />
      ) : leavers === null ? (
        <ListSkeleton />
      ) : (
        <EmptyState text={t('handOver.nobody')} />
      )}
    </Modal>
  );
});
