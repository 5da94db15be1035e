import { dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import { Button, Input, Radio, RadioGroup, Select, IconSearch } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateInput, EmptyState, ErrorCard, ListSkeleton, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, type UIEvent, useEffect, useRef, useState } from 'react';
import { MAX_KEYWORD } from '../../../contract/head-limits.ts';
import type { WorkPatient } from '../../../contract/index.ts';
import { markTable, personText, UNTESTED } from '../../vocabulary.ts';
import { useRowWindow } from '../lines/use-row-window.ts';
import { SCOPES, type Scope, type WorkAreaStore } from '../work-area.store.ts';

/** Height of a patient in work-area.css. */
const PATIENT_ROW_PX = 54;
const LIST_PADDING_PX = 4;

/** Distance from the bottom at which the next page is fetched. */
const NEAR_BOTTOM = 200;
const TYPING_PAUSE_MS = 250;

/** Patients of the day, dialysis patients or all, by shift and keyword. */
export const PatientListPanel = observer(function PatientListPanel({ store }: { readonly store: WorkAreaStore }) {
  const { t } = usePlugin();
  const list = useRef<HTMLUListElement>(null);
  const { patients } = store;
  const { first, last } = useRowWindow(list, patients.length, PATIENT_ROW_PX);
  const scroll = (event: UIEvent<HTMLElement>) => {
    const box = event.currentTarget;
    if (box.scrollTop + box.clientHeight > box.scrollHeight - NEAR_BOTTOM) void store.loadMore();
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    const items = [...(list.current?.querySelectorAll<HTMLButtonElement>('button.rx-patient') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    items[at + step]?.focus();
    if (items[at + step]) event.preventDefault();
  };
  return (
    <div className="rx-list">
      <div className="rx-list-filters">
        <RadioGroup
          type="button"
          buttonSize="middle"
          className="rx-scopes"
          aria-label={t('list.scope')}
          value={store.scope}
          onChange={(event) => store.setFilter({ scope: event.target.value as Scope })}
        >
          {SCOPES.map((scope) => (
            <Radio key={scope} value={scope}>
              {t(`scope.${scope}`)}
            </Radio>
          ))}
        </RadioGroup>
        <div className="rx-list-row">
          <DateInput label={t('list.day')} value={parseDay(store.day)} onChange={(day) => store.setFilter({ day: dayOf(day) })} />
          <Select
            aria-label={t('list.shift')}
            value={store.classId}
            onChange={(value) => store.setFilter({ classId: String(value ?? '') })}
            optionList={[{ value: '', label: t('list.allShifts') }, ...store.classes.map(({ id, fullName }) => ({ value: id, label: fullName }))]}
          />
        </div>
        <KeywordField store={store} />
      </div>
      <div className="rx-list-scroll" onScroll={scroll}>
        <ul
          ref={list}
          className="rx-patients"
          aria-label={t('list.label')}
          aria-busy={store.listState.kind === 'none' || store.listState.kind === 'loading'}
          style={{
            paddingTop: LIST_PADDING_PX + first * PATIENT_ROW_PX,
            paddingBottom: LIST_PADDING_PX + (patients.length - last) * PATIENT_ROW_PX,
          }}
          onKeyDown={handleKey}
        >
          {patients.slice(first, last).map((patient, at) => (
            <li key={patient.patientId} aria-setsize={patients.length} aria-posinset={first + at + 1}>
              <PatientEntry patient={patient} store={store} />
            </li>
          ))}
        </ul>
        <ListEnd store={store} />
      </div>
      {/* A list that was not read has no number: a nought would say that nobody is here. */}
      <footer className="rx-list-foot">{store.listState.kind === 'ready' || patients.length > 0 ? t('list.count', { n: store.total }) : '\u00a0'}</footer>
    </div>
  );
});

const KeywordField = observer(function KeywordField({ store }: { readonly store: WorkAreaStore }) {
  const { t } = usePlugin();
  const [typed, setTyped] = useState(store.keyword);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (typed === store.keyword) return undefined;
    timer.current = setTimeout(() => store.setFilter({ keyword: typed }), TYPING_PAUSE_MS);
    return () => clearTimeout(timer.current);
  }, [typed, store]);
  /** Enter does not wait for the pause and opens the first patient found. */
  const findFirst = async (keyword: string) => {
    clearTimeout(timer.current);
    const found = await store.find(keyword);
    // A whole number means that patient, whoever else shares pieces of it and stands before.
    const first = found.find(({ outpatientCode }) => outpatientCode === keyword.trim()) ?? found[0];
    if (first && keyword.trim() !== '') await store.openPatient(first.patientId);
  };
  return (
    <div className="rx-typed-field">
      <Input
        className="rx-keyword"
        prefix={<IconSearch />}
        showClear
        value={typed}
        maxLength={MAX_KEYWORD}
        placeholder={t('list.keyword')}
        aria-label={t('list.keyword')}
        onChange={setTyped}
        onEnterPress={(event) => void findFirst(event.currentTarget.value)}
      />
    </div>
  );
});

const ListEnd = observer(function ListEnd({ store }: { readonly store: WorkAreaStore }) {
  const { t } = usePlugin();
  const { listState, patients, complete } = store;
  if (listState.kind === 'failed') return <ErrorCard error={listState.error} onRetry={() => void store.loadPatients()} />;
  if (patients.length === 0) return listState.kind === 'ready' ? <EmptyState text={t('list.none')} /> : <ListSkeleton />;
  if (complete) return null;
  return (
    <Button theme="borderless" type="tertiary" block loading={listState.kind === 'loading'} onClick={() => void store.loadMore()}>
      {t('list.more')}
    </Button>
  );
});

const PatientEntry = observer(function PatientEntry({ patient, store }: { readonly patient: WorkPatient; readonly store: WorkAreaStore }) {
  const { t } = usePlugin();
  // Nothing at all means negative.
  const marks = patient.infectedHistory.length === 0 ? [UNTESTED] : patient.infectedHistory.filter((mark) => mark !== 'NEG');
  const place = [patient.bed, store.classes.find(({ id }) => id === patient.classId)?.fullName].filter(Boolean).join(' · ');
  return (
    <button
      type="button"
      className="rx-patient"
      aria-current={patient.patientId === store.patientId || undefined}
      onClick={() => void store.openPatient(patient.patientId)}
    >
      <span className="rx-patient-line">
        <strong title={patient.patientName}>{patient.patientName}</strong>
        <span>{personText(t, patient)}</span>
        {marks.map((mark) => (
          <StatusTag key={mark} value={mark} table={markTable(t, patient.patientType === 'dialysis')} />
        ))}
        {store.waiting.has(patient.patientId) && <span className="rx-waiting">{t('list.waiting')}</span>}
        {patient.prescriptionCount > 0 && (
          <span
            className={patient.draftCount > 0 ? 'rx-count rx-count-open' : 'rx-count'}
            title={[t('list.rxCount', { n: patient.prescriptionCount }), patient.draftCount > 0 && t('list.drafts', { n: patient.draftCount })]
              .filter(Boolean)
              .join(t('listMark'))}
          >
            {patient.prescriptionCount}
          </span>
        )}
      </span>
      <span className="rx-patient-line rx-patient-more">
        <span>{place || patient.outpatientCode}</span>
        {place !== '' && <span>{patient.outpatientCode}</span>}
      </span>
    </button>
  );
});
