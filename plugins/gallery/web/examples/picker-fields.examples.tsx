import { usePlugin } from '@nephra/plugin-sdk/web';
import {
  AddressPicker,
  AreaName,
  BillRuleSelect,
  type ChoiceFieldProps,
  CronField,
  DepartmentSelect,
  DictionarySelect,
  GroupSelect,
  OrganizationPicker,
  PositionSelect,
  RoleSelect,
  UserSelectField,
} from '@nephra/plugin-sdk/widgets';
import { type ComponentType, useCallback, useState } from 'react';
import type { Entry } from '../entry.ts';
import { AwayServer, EmptyServer, FullServer } from '../sample-http.tsx';
import { sampleTree } from '../sample-rows.ts';

type FieldOf = ComponentType<ChoiceFieldProps>;

/** Keeps one value, like a form does. */
function One({
  field: Field,
  start = null,
  ...rest
}: {
  readonly field: FieldOf;
  readonly start?: string | null;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly invalid?: boolean;
}) {
  const { t } = usePlugin();
  const [value, setValue] = useState<string | null>(start);
  return (
    <div className="ga-field">
      <Field label={t('sample.field')} value={value} onChange={setValue} {...rest} />
    </div>
  );
}

function Several({ field: Field }: { readonly field: FieldOf }) {
  const { t } = usePlugin();
  const [value, setValue] = useState<readonly string[]>([]);
  return (
    <div className="ga-field">
      <Field label={t('sample.field')} multiple value={value} onChange={setValue} />
    </div>
  );
}

function Timetable({ start, disabled = false }: { readonly start: string; readonly disabled?: boolean }) {
  const [cron, setCron] = useState(start);
  return (
    <div className="ga-field">
      <CronField value={cron} onChange={setCron} disabled={disabled} />
    </div>
  );
}

/** 20,000 entries, or names longer than any field. */
function Crowd({ field, count, text, start }: { readonly field: FieldOf; readonly count: number; readonly text: string; readonly start?: string }) {
  const { t } = usePlugin();
  const name = useCallback((at: number) => t(text, { n: at + 1 }), [t, text]);
  return (
    <FullServer count={count} name={name}>
      <One field={field} start={start} />
    </FullServer>
  );
}

function Required({ field: Field }: { readonly field: FieldOf }) {
  const { t } = usePlugin();
  const [value, setValue] = useState<string | null>(null);
  return (
    <div className="ga-field">
      <Field label={t('sample.field')} required invalid={value === null} value={value} onChange={setValue} />
      {value === null && <p className="ga-complaint">{t('sample.missing')}</p>}
    </div>
  );
}

const statesOf = (field: FieldOf, id: string): Entry['states'] => ({
  usual: () => <One field={field} />,
  multiple: () => <Several field={field} />,
  empty: () => (
    <EmptyServer>
      <One field={field} />
    </EmptyServer>
  ),
  failed: () => (
    <AwayServer>
      <One field={field} start="SIM1" />
    </AwayServer>
  ),
  long: () => <Crowd field={field} count={12} text="sample.longName" start={`${id}-0`} />,
  many: () => <Crowd field={field} count={20_000} text="sample.person" />,
  required: () => <Required field={field} />,
  readOnly: () => (
    <FullServer count={3} name={readOnlyName}>
      <One field={field} start={`${id}-0`} disabled />
    </FullServer>
  ),
});
const readOnlyName = (at: number) => `SIM ${at + 1}`;

const code = (name: string, more = '') =>
  `<${name} label={t('…')} value={id} onChange={(id, picked) => …}${more} />\n<${name} label={t('…')} multiple value={ids} onChange={(ids, picked) => …} />`;

function Dictionary(props: ChoiceFieldProps & { readonly count?: number }) {
  const { t } = usePlugin();
  const load = useCallback(async () => ({ data: { list: sampleTree(t, props.count ?? 3, props.count === undefined ? 4 : 100) } }), [t, props.count]);
  return <DictionarySelect {...props} dictionary={`sample-${props.count ?? 3}`} load={load} leavesOnly />;
}
const ManyWords: FieldOf = (props) => <Dictionary {...props} count={200} />;
const noEntries = async () => ({ data: { list: [] } });

/** The name of an area where the server knows it. */
function NameOfArea() {
  return (
    <FullServer count={3} name={readOnlyName}>
      <AreaName id="department-1" />
    </FullServer>
  );
}

export const pickerFields: readonly Entry[] = [
  { name: 'AddressPicker', area: 'pickers', code: code('AddressPicker'), states: statesOf(AddressPicker, 'department') },
  { name: 'AreaName', area: 'pickers', code: `<AreaName id={file.addressArea} />`, states: { usual: () => <NameOfArea />, empty: () => <AreaName id="" /> } },
  { name: 'UserSelectField', area: 'pickers', code: code('UserSelectField'), states: statesOf(UserSelectField, 'user') },
  { name: 'OrganizationPicker', area: 'pickers', code: code('OrganizationPicker', ' departments'), states: statesOf(OrganizationPicker, 'company') },
  { name: 'DepartmentSelect', area: 'pickers', code: code('DepartmentSelect', ' leavesOnly'), states: statesOf(DepartmentSelect, 'department') },
  { name: 'PositionSelect', area: 'pickers', code: code('PositionSelect'), states: statesOf(PositionSelect, 'position') },
  { name: 'RoleSelect', area: 'pickers', code: code('RoleSelect'), states: statesOf(RoleSelect, 'role') },
  { name: 'GroupSelect', area: 'pickers', code: code('GroupSelect'), states: statesOf(GroupSelect, 'group') },
  {
    name: 'BillRuleSelect',
    area: 'pickers',
    code: code('BillRuleSelect'),
    states: {
      usual: () => <One field={BillRuleSelect} />,
      multiple: () => <Several field={BillRuleSelect} />,
      empty: () => (
        <EmptyServer>
          <One field={BillRuleSelect} />
        </EmptyServer>
      ),
      many: () => <Crowd field={BillRuleSelect} count={500} text="sample.longName" start="SIM0" />,
      readOnly: () => (
        <FullServer count={3} name={readOnlyName}>
          <One field={BillRuleSelect} start="SIM0" disabled />
        </FullServer>
      ),
    },
  },
  {
    name: 'CronField',
    area: 'pickers',
    code: `<CronField value="0 3 * * *" onChange={(cron) => …} />`,
    states: {
      usual: () => <Timetable start="0 3 * * *" />,
      many: () => <Timetable start="0 8 1,5,10,15,20,25 * *" />,
      readOnly: () => <Timetable start="*/15 * * * *" disabled />,
    },
  },
  {
    name: 'DictionarySelect',
    area: 'pickers',
    code: `<DictionarySelect dictionary="sex" label={t('…')} value={id} onChange={(id, picked) => …} leavesOnly />`,
    states: {
      usual: () => <One field={Dictionary} />,
      multiple: () => <Several field={Dictionary} />,
      empty: () => <One field={(props) => <DictionarySelect {...props} dictionary="sample-none" load={noEntries} />} />,
      many: () => <One field={ManyWords} />,
      readOnly: () => <One field={Dictionary} start="B0L0" disabled />,
    },
  },
];
