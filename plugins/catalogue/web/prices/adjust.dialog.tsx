import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, type Column, DataTable, EmptyState, ErrorCard, FormPanel, PermissionButton, useRunOnce } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { AdjustmentLine } from '../../contract/catalogue-price.schema.ts';
import type { AdjustStore } from './adjust.store.ts';
import { changeShare, fullName, priceText, type Text } from '../catalogue-words.ts';
import '../catalogue.css';

const columnsOf = (t: Text): Column<AdjustmentLine>[] => [
  { prop: 'drugName', label: t('catalogue.field.drugName'), minWidth: 200, render: fullName },
  { prop: 'before', label: t('catalogue.adjust.before'), width: 110, align: 'right', render: (row) => priceText(row.before) },
  {
    prop: 'after',
    label: t('catalogue.adjust.after'),
    width: 110,
    align: 'right',
    render: (row) => <strong>{row.fault === '' ? priceText(row.after) : '–'}</strong>,
  },
  { prop: 'share', label: t('catalogue.adjust.change'), width: 96, align: 'right', render: (row) => (row.fault === '' ? changeShare(row) : '–') },
  {
    prop: 'note',
    label: t('catalogue.adjust.note'),
    minWidth: 180,
    render: (row) =>
      row.fault !== ''
        ? t(`catalogue.adjust.fault.${row.fault}`)
        : row.large
          ? t('catalogue.adjust.large')
          : row.later
            ? t('catalogue.adjust.later', { day: row.later.validFrom, price: priceText(row.later.price) })
            : '',
  },
];

interface AdjustDialogProps {
  readonly store: AdjustStore;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Changes many prices: rule above, before and after below, one act. */
export const AdjustDialog = observer(function AdjustDialog({ store, onClose, onDone }: AdjustDialogProps) {
  const { t } = usePlugin();
  const { busy, run } = useRunOnce();
  useEffect(() => () => store.dispose(), [store]);
  const columns = useMemo(() => columnsOf(t), [t]);
  const { current, changing, large, form } = store;
  const apply = async () => {
    const outcome = await form.submit(store.apply);
    if (outcome.kind === 'saved') onDone();
  };
  return (
    <Modal
      visible
      centered
      maskClosable={false}
      title={t('catalogue.adjust.title', { n: store.drugIds.length })}
      width="min(980px, calc(100vw - 24px))"
      bodyStyle={{ maxHeight: 'calc(100dvh - 200px)', overflow: 'auto' }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('catalogue.cancel')}</Button>
          <PermissionButton button="btn_adjust" theme="light" type="primary" onClick={() => store.look()}>
            {t('catalogue.adjust.look')}
          </PermissionButton>
          <Button theme="solid" type="primary" loading={busy || form.saving} disabled={changing.length === 0} onClick={() => void run(apply)}>
            {t('catalogue.adjust.apply', { n: changing.length })}
          </Button>
        </>
      }
    >
      <FormPanel form={form} columns={3} autoFocus onSubmit={() => void store.look()} />
      {store.failure !== null && <ErrorCard error={store.failure} onRetry={() => void store.look()} />}
      {store.preview !== null && current === null && <Alert kind="info" text={t('catalogue.adjust.outdated')} />}
      {current === null ? (
        store.preview === null && store.failure === null && <EmptyState text={t('catalogue.adjust.empty')} />
      ) : (
        <div className="catalogue-preview">
          {large.length > 0 && <Alert kind="warning" text={t('catalogue.adjust.largeSome', { n: large.length })} />}
          <DataTable
            label={t('catalogue.adjust.preview')}
            rows={current}
            columns={columns}
            rowKey={(row) => row.drugId}
            index
            rowClass={(row) => (row.fault === '' ? undefined : 'catalogue-off')}
            rowActions={[{ key: 'out', text: t('catalogue.adjust.leaveOut'), onClick: (row) => store.leaveOut(row.drugId) }]}
          />
        </div>
      )}
    </Modal>
  );
});
