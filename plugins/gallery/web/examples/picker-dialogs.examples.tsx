import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import {
  OrganizationSelectDialog,
  type Picked,
  PickerPopover,
  PopupSelect,
  preloadStaffDialogs,
  type UserPickerDialogProps,
  UserPickerDialog,
  UserSelectDialog,
  useStore,
} from '@nephra/plugin-sdk/widgets';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { Entry } from '../entry.ts';
import { AwayServer, EmptyServer, FullServer } from '../sample-http.tsx';
import { type SampleRow, sampleColumns, sampleList, sampleRows } from '../sample-rows.ts';

/** A button that opens a dialog, and what was chosen in it. */
function Opener({ dialog: Dialog, multiple }: { readonly dialog: ComponentType<UserPickerDialogProps>; readonly multiple?: boolean }) {
  const { t } = usePlugin();
  const [visible, setVisible] = useState(false);
  const [picked, setPicked] = useState<readonly Picked[]>([]);
  useEffect(preloadStaffDialogs, []);
  return (
    <div className="ga-row">
      <Button onClick={() => setVisible(true)}>{t('sample.open')}</Button>
      <span>{picked.map((one) => one.fullName).join(', ')}</span>
      <Dialog visible={visible} multiple={multiple} value={picked} onConfirm={setPicked} onClose={() => setVisible(false)} />
    </div>
  );
}

function Crowd({ dialog, text, count }: { readonly dialog: ComponentType<UserPickerDialogProps>; readonly text: string; readonly count: number }) {
  const { t } = usePlugin();
  const name = useCallback((at: number) => t(text, { n: at + 1 }), [t, text]);
  return (
    <FullServer count={count} name={name}>
      <Opener dialog={dialog} multiple />
    </FullServer>
  );
}

const statesOf = (dialog: ComponentType<UserPickerDialogProps>): Entry['states'] => ({
  usual: () => <Opener dialog={dialog} />,
  multiple: () => <Opener dialog={dialog} multiple />,
  empty: () => (
    <EmptyServer>
      <Opener dialog={dialog} />
    </EmptyServer>
  ),
  failed: () => (
    <AwayServer>
      <Opener dialog={dialog} />
    </AwayServer>
  ),
  long: () => <Crowd dialog={dialog} count={12} text="sample.longName" />,
  many: () => <Crowd dialog={dialog} count={20_000} text="sample.person" />,
});

const WithDepartments = (props: UserPickerDialogProps) => <OrganizationSelectDialog {...props} departments />;

function Popup({ rows, as, paged }: { readonly rows: number | 'failed'; readonly as?: 'dialog' | 'drawer'; readonly paged?: boolean }) {
  const { t } = usePlugin();
  const store = useStore(() => sampleList(t, rows === 'failed' ? 'failed' : sampleRows(t, rows, rows === 12), paged));
  const [visible, setVisible] = useState(false);
  const [row, setRow] = useState<SampleRow | null>(null);
  return (
    <div className="ga-row">
      <Button onClick={() => setVisible(true)}>{t(as === 'drawer' ? 'sample.openDrawer' : 'sample.open')}</Button>
      <span>{row?.name}</span>
      <PopupSelect
        visible={visible}
        title={t('sample.article')}
        as={as}
        store={store}
        columns={sampleColumns(t)}
        onConfirm={setRow}
        onClose={() => setVisible(false)}
      />
    </div>
  );
}

function Finder({ rows, disabled, long }: { readonly rows: number; readonly disabled?: boolean; readonly long?: boolean }) {
  const { t } = usePlugin();
  const [name, setName] = useState('');
  const [all] = useState(() => sampleRows(t, rows, long));
  return (
    <div className="ga-field">
      <PickerPopover<SampleRow>
        label={t('sample.article')}
        rowKey="id"
        value={name}
        disabled={disabled}
        load={async (keyword) => all.filter((row) => row.name.includes(keyword) || row.id.includes(keyword)).slice(0, 50)}
        isDisabled={(row) => row.stock === 0}
        columns={sampleColumns(t)}
        onPick={(row) => setName(row.name)}
      />
    </div>
  );
}

export const pickerDialogs: readonly Entry[] = [
  {
    name: 'UserPickerDialog',
    area: 'pickers',
    code: `<UserPickerDialog visible={open} multiple title={t('…')} onConfirm={(users) => …} onClose={close} />`,
    states: statesOf(UserPickerDialog),
  },
  {
    name: 'UserSelectDialog',
    area: 'pickers',
    code: `<UserSelectDialog visible={open} multiple value={members} onConfirm={(users) => …} onClose={close} />`,
    states: statesOf(UserSelectDialog),
  },
  {
    name: 'OrganizationSelectDialog',
    area: 'pickers',
    code: `<OrganizationSelectDialog visible={open} departments multiple onConfirm={(units) => …} onClose={close} />`,
    states: statesOf(WithDepartments),
  },
  {
    name: 'PopupSelect',
    area: 'pickers',
    code: `<PopupSelect visible={open} as="drawer" title={t('…')} store={store.articles} columns={columns}\n  onConfirm={(row) => …} onClose={close} />`,
    states: {
      usual: () => <Popup rows={60} />,
      multiple: () => <Popup rows={60} as="drawer" />,
      empty: () => <Popup rows={0} />,
      failed: () => <Popup rows="failed" />,
      long: () => <Popup rows={12} />,
      many: () => <Popup rows={10_000} paged={false} />,
    },
  },
  {
    name: 'PickerPopover',
    area: 'pickers',
    code: `<PickerPopover label={t('…')} rowKey="drugId" load={(keyword, signal) => …} columns={columns} onPick={(row) => …} />`,
    states: {
      usual: () => <Finder rows={200} />,
      empty: () => <Finder rows={0} />,
      long: () => <Finder rows={12} long />,
      many: () => <Finder rows={10_000} />,
      readOnly: () => <Finder rows={1} disabled />,
    },
  },
];
