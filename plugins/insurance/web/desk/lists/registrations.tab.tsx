import { Button, SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin, WithPermission, wordOf } from '@nephra/plugin-sdk/web';
import { DateText, DescriptionList, EditDialog, ListPage, StatusTag, PatientLink } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { VisitRow } from '../../../contract/index.ts';
import { insutypeText, medTypeText, visitStates } from '../../parts/words.ts';
import type { RegistrationsStore } from './registrations.store.ts';

/** Registrations with the insurer, newest first. */
export const RegistrationsTab = observer(function RegistrationsTab({ store }: { readonly store: RegistrationsStore }) {
  const { t } = usePlugin();
  const states = visitStates(t);
  const { cancelling } = store;
  return (
    <>
      <ListPage
        label={t('desk.tab.registrations')}
        settingsKey="registrations"
        store={store.list}
        columns={[
          { prop: 'patientName', label: t('desk.patient'), minWidth: 110, fixed: 'left', always: true },
          { prop: 'state', label: t('desk.state'), width: 104, render: (row) => <StatusTag value={row.state} table={states} /> },
          { prop: 'med_type', label: t('desk.medType'), width: 150, render: (row) => medTypeText(t, row.med_type) },
          { prop: 'insutype', label: t('desk.insutype'), width: 140, render: (row) => insutypeText(t, row.insutype) },
          { prop: 'dise_name', label: t('desk.disease'), minWidth: 120 },
          { prop: 'left', label: t('desk.left'), minWidth: 220, render: (row) => row.left && <LeftNote left={row.left} /> },
          { prop: 'mdtrt_id', label: t('desk.paper.mdtrt'), width: 160 },
          { prop: 'reported', label: t('desk.reported'), width: 88, render: (row) => t(row.reported ? 'desk.yes' : 'desk.no') },
          { prop: 'departmentName', label: t('desk.department'), width: 110, hiddenAtFirst: true },
          { prop: 'doctorName', label: t('desk.doctor'), width: 96 },
          { prop: 'begntime', label: t('desk.begin'), width: 150, render: (row) => <DateText value={row.begntime} /> },
        ]}
        search={[
          { kind: 'text', name: 'keyword', label: t('desk.searchVisit') },
          { kind: 'dateRange', name: 'day', label: t('desk.day'), max: 'today' },
          { kind: 'select', name: 'state', label: t('desk.state'), options: states },
        ]}
        inlineActions={1}
        rowActions={[
          { key: 'open', text: t('desk.open'), onClick: (row) => store.open(row) },
          {
            key: 'cancel',
            text: t('desk.cancelVisit'),
            button: 'btn_register',
            danger: true,
            visible: (row) => row.state === 'open',
            onClick: (row) => store.askCancel(row, false),
          },
          {
            key: 'cancelFees',
            text: t('desk.cancelVisitFees'),
            button: 'btn_register',
            danger: true,
            visible: (row) => row.state === 'open' || (row.state === 'doubtful' && row.mdtrt_id !== ''),
            onClick: (row) => store.askCancel(row, true),
          },
        ]}
        onOpen={(row) => void store.open(row)}
        emptyText={t('desk.noRegistrations')}
      />
      <EditDialog
        form={cancelling?.form ?? null}
        title={t(cancelling?.withFees ? 'desk.cancelVisitFees' : 'desk.cancelVisit')}
        width={480}
        saveText={t('desk.cancelVisitNow')}
        onSave={store.cancel}
        onSaved={() => store.list.reload()}
        onClose={() => store.endCancel()}
      />
      <VisitDrawer store={store} />
    </>
  );
});

/** Why a registration is not taken back yet, and when the system asks next. */
function LeftNote({ left }: { readonly left: NonNullable<VisitRow['left']> }) {
  const { t } = usePlugin();
  return (
    <span className="in-left">
      <span>{left.explanation}</span>
      {left.nextTime !== null && (
        <span className="in-soft">
          {t('desk.leftNext')} <DateText value={left.nextTime} />
        </span>
      )}
    </span>
  );
}

const VisitDrawer = observer(function VisitDrawer({ store }: { readonly store: RegistrationsStore }) {
  const { t } = usePlugin();
  const { report } = store;
  return (
    <SideSheet
      visible={report !== null}
      title={t('desk.visitReport')}
      width="min(640px, 100vw)"
      onCancel={() => store.close()}
      footer={
        report?.visit.state === 'open' && (
          <WithPermission button="btn_register">
            <Button theme="light" type="primary" loading={store.sending} onClick={() => void store.reportAgain()}>
              {t('desk.reportAgain')}
            </Button>
          </WithPermission>
        )
      }
    >
      {report && (
        <div className="in-record">
          <header>
            <h3>
              <PatientLink patientId={report.visit.patientId} name={report.visit.patientName} onFollow={() => store.close()} />
            </h3>
            <StatusTag value={report.visit.state} table={visitStates(t)} />
          </header>
          <DescriptionList
            columns={2}
            items={[
              { label: t('desk.paper.mdtrt'), value: report.visit.mdtrt_id },
              { label: t('desk.visitNo'), value: report.visit.ipt_otp_no },
              { label: t('desk.medType'), value: medTypeText(t, report.visit.med_type) },
              { label: t('desk.insutype'), value: insutypeText(t, report.visit.insutype) },
              { label: t('desk.disease'), value: report.visit.dise_name },
              { label: t('desk.doctor'), value: report.visit.doctorName },
              { label: t('desk.begin'), value: <DateText value={report.visit.begntime} /> },
              { label: t('desk.reported'), value: report.reportedAt === null ? t('desk.no') : <DateText value={report.reportedAt} /> },
              { label: t('desk.condition'), value: report.main_cond_dscr, span: 2 },
              ...(report.visit.left ? [{ label: t('desk.left'), value: <LeftNote left={report.visit.left} />, span: 2 }] : []),
            ]}
          />
          <section>
            <h4>{t('desk.diagnosis')}</h4>
            <ol className="in-funds">
              {report.diagnosis.map((one) => (
                <li key={`${one.diag_type}${one.diag_srt_no}`}>
                  <span>
                    {one.diag_name} <span className="in-soft">{one.diag_code}</span>
                  </span>
                  <span className="in-soft">{wordOf(t, `diagType.${one.diag_type}`, one.diag_type)}</span>
                </li>
              ))}
            </ol>
          </section>
        </div>
      )}
    </SideSheet>
  );
});
