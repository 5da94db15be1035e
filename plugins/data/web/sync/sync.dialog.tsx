import { Button, Modal, Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, useRunOnce } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { DataSyncStore } from './data-sync.store.ts';
import './sync.css';

const VERDICTS = ['go', 'empty', 'missing', 'hasRows'] as const;
const NOTHING_TO_COPY = 1;
const HAS_ROWS = 3;

/** Which table is copied; it is looked at before anything is written, and what that found is agreed to. */
export const SyncDialog = observer(function SyncDialog({ store }: { readonly store: DataSyncStore }) {
  const { t } = usePlugin();
  const { busy, run } = useRunOnce();
  const id = useId();
  const { checked } = store;
  const verdict = checked && VERDICTS[checked.verdict];
  return (
    <Modal
      visible
      centered
      maskClosable={false}
      width="min(560px, calc(100vw - 24px))"
      title={t('sync.add')}
      onCancel={() => store.close()}
      footer={
        <>
          <Button onClick={() => store.close()}>{t('model.cancel')}</Button>
          {checked && checked.verdict !== NOTHING_TO_COPY ? (
            <Button
              theme="solid"
              type={checked.verdict === HAS_ROWS ? 'danger' : 'primary'}
              loading={busy}
              onClick={() => void run(() => store.execute(checked))}
            >
              {t(`sync.agree.${verdict}`)}
            </Button>
          ) : (
            <Button theme="solid" type="primary" loading={store.checking || busy} disabled={store.table === ''} onClick={() => void run(() => store.check())}>
              {t('sync.check')}
            </Button>
          )}
        </>
      }
    >
      <div className="data-sync-form">
        <label htmlFor={`${id}source`}>{t('sync.from')}</label>
        <Select
          id={`${id}source`}
          filter
          value={store.source || undefined}
          placeholder={t('sync.chooseSource')}
          emptyContent={t('sync.noSources')}
          optionList={store.sources.map(({ value, text }) => ({ value, label: text }))}
          onChange={(value) => void run(() => store.chooseSource(String(value)))}
        />
        <label htmlFor={`${id}table`}>{t('sync.table')}</label>
        <Select
          id={`${id}table`}
          filter
          disabled={store.source === ''}
          value={store.table || undefined}
          placeholder={t('sync.chooseTable')}
          emptyContent={t('sync.noTables')}
          optionList={store.tables.map(({ table, tableName }) => ({ value: table, label: tableName === table ? table : `${table} · ${tableName}` }))}
          onChange={(value) => store.chooseTable(String(value))}
        />
        <span>{t('sync.to')}</span>
        <span>{store.table === '' ? t('sync.toOwn') : t('sync.toTable', { name: store.table })}</span>
      </div>
      <div aria-live="polite">
        {checked && verdict && (
          <Alert
            kind={checked.verdict === HAS_ROWS || checked.verdict === NOTHING_TO_COPY ? 'warning' : 'info'}
            text={t(`sync.verdict.${verdict}`, { name: checked.table })}
          />
        )}
      </div>
    </Modal>
  );
});
