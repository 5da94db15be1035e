import { Button, IconRefresh, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, type Column, ErrorCard, FormPanel, ListSkeleton, PickerPopover } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { PatientRow } from '../../contract/index.ts';
import { fieldLabel } from '../field-text.ts';
import { sexText } from '../vocabulary.ts';
import { MergeTable } from './merge-table.tsx';
import type { MergeStore } from './merge.store.ts';
import '../patient.css';

export interface MergeDialogProps {
  /** Open while there is one. */
  readonly store: MergeStore | null;
  readonly className: (classId: string) => string;
  readonly onClose: () => void;
  readonly onMerged: (leftId: string) => void;
}

/** Two files of one person: choose the other, see what becomes of both, say why, merge. */
export const MergeDialog = observer(function MergeDialog({ store, className, onClose, onMerged }: MergeDialogProps) {
  const { t } = usePlugin();
  useEffect(() => void store?.suggest(), [store]);
  const merge = async () => {
    if (!store) return;
    const outcome = await store.form.submit(store.merge);
    if (outcome.kind === 'saved') onMerged(outcome.result);
  };
  const ready = store?.preview?.obstacle === '';
  return (
    <Modal
      visible={store !== null}
      title={store ? t('merge.title', { name: store.start.patientName }) : ''}
      width="min(860px, calc(100vw - 24px))"
      centered
      maskClosable={false}
      keepDOM={false}
      onCancel={() => {
        if (!store?.form.saving) onClose();
      }}
      bodyStyle={{ maxHeight: 'calc(100dvh - 220px)', overflow: 'auto' }}
      footer={
        <>
          <Button onClick={onClose} disabled={store?.form.saving}>
            {t('action.cancel')}
          </Button>
          <Button theme="solid" type="danger" disabled={!ready} loading={store?.form.saving} onClick={() => void merge()}>
            {t('merge.confirm')}
          </Button>
        </>
      }
    >
      {store && (
        <div className="pt-merge">
          <Candidates store={store} />
          {store.error !== null && <ErrorCard error={store.error} onRetry={() => store.otherId && void store.choose(store.otherId)} />}
          {store.goingId !== null && store.preview === null && store.error === null && <ListSkeleton />}
          {store.preview && (
            <>
              {store.preview.obstacle !== '' && <Alert kind="error" text={t(`errors.${store.preview.obstacle}`)} />}
              <div className="pt-merge-sides">
                <Side title={t('merge.left')} row={store.preview.left} />
                <Button theme="light" type="tertiary" icon={<IconRefresh />} onClick={() => void store.swap()}>
                  {t('merge.swap')}
                </Button>
                <Side title={t('merge.going')} row={store.preview.going} />
              </div>
              <MergeTable preview={store.preview} className={className} />
              {ready && (
                <>
                  <p className="pt-none">{t('merge.effect')}</p>
                  <FormPanel form={store.form} columns={1} onSubmit={() => void merge()} />
                </>
              )}
            </>
          )}
        </div>
      )}
    </Modal>
  );
});

const Candidates = observer(function Candidates({ store }: { readonly store: MergeStore }) {
  const words = usePlugin();
  const { t } = words;
  const columns: Column<PatientRow>[] = [
    { prop: 'patientName', label: fieldLabel(words, 'patientName'), width: 110 },
    { prop: 'patientSex', label: fieldLabel(words, 'patientSex'), width: 84, render: (row) => sexText(t, row.patientSex) },
    { prop: 'birthday', label: fieldLabel(words, 'birthday'), width: 110 },
    { prop: 'outpatientCode', label: fieldLabel(words, 'outpatientCode'), width: 130 },
    { prop: 'phone', label: fieldLabel(words, 'phone'), permission: 'phone' },
  ];
  const { preview, start, otherId } = store;
  const other = preview && (preview.left.patientId === start.patientId ? preview.going : preview.left);
  return (
    <section className="pt-merge-find" aria-label={t('merge.other')}>
      <PickerPopover
        label={t('merge.other')}
        load={store.find}
        rowKey="patientId"
        columns={columns}
        stay={false}
        placeholder={t('merge.find')}
        value={other ? `${other.patientName} ${other.outpatientCode}` : ''}
        onPick={(row) => void store.choose(row.patientId)}
      />
      {store.suggestions.length > 0 && (
        <p>
          <small>{t('merge.suggested')}</small>
          {store.suggestions.map(({ patient, reasons }) => (
            <Button
              key={patient.patientId}
              size="small"
              theme={patient.patientId === otherId ? 'solid' : 'light'}
              onClick={() => void store.choose(patient.patientId)}
            >
              {`${patient.patientName} ${patient.outpatientCode} · ${reasons.map((reason) => t(`duplicate.${reason}`)).join(t('listMark'))}`}
            </Button>
          ))}
        </p>
      )}
    </section>
  );
});

function Side({ title, row }: { readonly title: string; readonly row: PatientRow }) {
  const { t } = usePlugin();
  return (
    <article>
      <small>{title}</small>
      <strong>{row.patientName}</strong>
      <span>{`${sexText(t, row.patientSex)} · ${row.birthday ?? '–'}`}</span>
      <span>{row.outpatientCode}</span>
      <span>{row.patientIdcard || '–'}</span>
    </article>
  );
}
