import { Button, Input, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, useRunOnce } from '@nephra/plugin-sdk/widgets';
import { useId, useState } from 'react';
import type { TableRow } from '../../contract/model/data-model.contract.ts';
import type { DataModelStore } from './data-model.store.ts';
import '../data.css';

/** Dropping a table: its name is typed, so that none goes by a slip of the hand. */
export function DropDialog({ store, row }: { readonly store: DataModelStore; readonly row: TableRow }) {
  const { t } = usePlugin();
  const [typed, setTyped] = useState('');
  const { busy, run } = useRunOnce();
  const id = useId();
  const name = row.table;
  return (
    <Modal
      visible
      centered
      width="min(480px, calc(100vw - 24px))"
      title={t('model.removeOne', { name })}
      onCancel={() => store.askDrop(null)}
      footer={
        <>
          <Button onClick={() => store.askDrop(null)}>{t('model.cancel')}</Button>
          <Button theme="solid" type="danger" loading={busy} disabled={typed.trim() !== name} onClick={() => void run(() => store.drop(row, name))}>
            {t('model.remove')}
          </Button>
        </>
      }
    >
      <div className="data-lines">
        <Alert kind="warning" text={t('model.removeAsk', { name })} />
        <label htmlFor={id}>{t('model.removeType', { name })}</label>
        <Input id={id} value={typed} autoComplete="off" onChange={setTyped} />
      </div>
    </Modal>
  );
}
