import { TabPane, Tabs } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EditDialog, ErrorCard, ListSkeleton, MenuLink, PatientLink, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { TIMELINE_MENU } from '../../contract/limits.ts';
import type { RoundPatient, RoundRow } from '../../contract/round.schema.ts';
import { SheetDrawer } from '../sheet/sheet.drawer.tsx';
import { problemText, stateTable, whyText } from '../words.ts';
import { HistoryTab } from './history.tab.tsx';
import { NotesTab } from './notes.tab.tsx';
import { OrdersTab } from './orders.tab.tsx';
import { PatientStore } from './patient.store.ts';
import { PlanTab } from './plan.tab.tsx';

export interface PanelTabProps {
  readonly store: PatientStore;
  readonly patient: RoundPatient;
  readonly row: RoundRow | undefined;
}
interface PatientPanelProps {
  readonly patientId: string;
  /** Of today; undefined: not planned today. */
  readonly row: RoundRow | undefined;
  /** Raised when something of the patient changed. */
  readonly changes: number;
  readonly onChanged: () => void;
}

/** Whoever is open on the round: problems with their rules, the plan of today, orders, notes, the last treatments. */
export const PatientPanel = observer(function PatientPanel({ patientId, row, changes, onChanged }: PatientPanelProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new PatientStore(patientId, ctx, onChanged));
  const sessionId = row?.sessionId ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the patient reads anew
  useEffect(() => void store.load(sessionId), [store, sessionId, changes]);
  const { patient, asking } = store;
  if (store.problem && !patient) return <ErrorCard error={store.problem} onRetry={() => void store.load(sessionId)} />;
  if (!patient) return <ListSkeleton />;
  const props = { store, patient, row };
  return (
    <div className="dr-panel">
      <header className="dr-panel-head">
        <h2>
          <PatientLink patientId={patientId} name={patient.patientName} />
        </h2>
        <span>
          {[
            t(patient.sex === 1 ? 'patient.male' : 'patient.female'),
            patient.age >= 0 && t('patient.years', { n: patient.age }),
            patient.code,
            row?.stationCode,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {row && <StatusTag value={row.state} table={stateTable(t)} />}
        <span className="dr-links">
          <MenuLink menu={TIMELINE_MENU} query={{ patientId }}>
            {t('timeline.title')}
          </MenuLink>
          <MenuLink menu="his.dialysisFile" query={{ patientId }}>
            {t('timeline.toFile')}
          </MenuLink>
          {row && (
            <MenuLink menu="dialysis.bedside" query={{ slot: row.slotId }}>
              {t('patient.bedside')}
            </MenuLink>
          )}
        </span>
      </header>
      {patient.allergies.length > 0 && <p className="dr-problem dr-critical">{t('patient.allergies', { names: patient.allergies.join(t('listMark')) })}</p>}
      {!row && <p className="dr-hint">{t('patient.notToday')}</p>}
      {(row?.problems.length ?? 0) > 0 && (
        <ul className="dr-why" aria-label={t('patient.problems')}>
          {row?.problems.map((one) => (
            <li key={`${one.code} ${JSON.stringify(one.params)}`} className={`dr-${one.severity}`}>
              <b>{t(`severity.${one.severity}`)}</b> {problemText(t, one)} <small>{whyText(t, one)}</small>
            </li>
          ))}
        </ul>
      )}
      <Tabs type="line" size="small" keepDOM={false} lazyRender>
        <TabPane tab={t('tab.plan')} itemKey="plan">
          <PlanTab {...props} />
        </TabPane>
        <TabPane tab={t('tab.orders', { n: store.orders.filter(({ stoppedAt }) => stoppedAt === null).length })} itemKey="orders">
          <OrdersTab {...props} />
        </TabPane>
        <TabPane tab={t('tab.notes', { n: patient.notes.filter(({ correctedBy }) => correctedBy === '').length })} itemKey="notes">
          <NotesTab {...props} />
        </TabPane>
        <TabPane tab={t('tab.history')} itemKey="history">
          <HistoryTab {...props} />
        </TabPane>
      </Tabs>
      <EditDialog {...asking.dialog} onSaved={() => store.saved()} />
      {store.sheetId !== '' && <SheetDrawer key={store.sheetId} sessionId={store.sheetId} onClose={() => store.openSheet('')} />}
    </div>
  );
});
