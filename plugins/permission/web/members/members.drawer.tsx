import { Button, SideSheet, TabPane, Tabs } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, type Column, ListPage, SaveFailure, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import type { MemberRow } from '../../contract/members.contract.ts';
import { type MemberObjectRef, MembersStore } from './members.store.ts';
import '../parts/parts.css';
import './members.css';

export interface MembersDrawerProps {
  /** Open while there is one. */
  readonly object: MemberObjectRef | null;
  readonly onClose: () => void;
  readonly onSaved?: () => void;
}

/** People of a position, role or group: everybody on the left, members on the right. Nothing changes until it is saved. */
export function MembersDrawer({ object, onClose, onSaved }: MembersDrawerProps) {
  return object === null ? null : <OpenDrawer key={object.id} object={object} onClose={onClose} onSaved={onSaved} />;
}

interface OpenDrawerProps extends MembersDrawerProps {
  readonly object: MemberObjectRef;
}

const OpenDrawer = observer(function OpenDrawer({ object, onClose, onSaved }: OpenDrawerProps) {
  const ctx = usePlugin();
  const { t, confirm, guardUnsaved } = ctx;
  const store = useStore(() => new MembersStore(object, ctx));
  useEffect(() => guardUnsaved(() => store.dirty), [guardUnsaved, store]);
  const close = async () => {
    if (store.saving) return;
    if (store.dirty && !(await confirm({ title: t('parts.leaveTitle'), content: t('members.leaveAsk'), okText: t('parts.leaveOk'), danger: true }))) return;
    onClose();
  };
  const save = async () => {
    if (!(await store.save())) return;
    onSaved?.();
    onClose();
  };
  const narrow = window.matchMedia('(max-width: 760px)').matches;
  const sides = {
    others: <Side store={store} side="others" />,
    members: <Side store={store} side="members" />,
  };
  return (
    <SideSheet
      visible
      title={t('members.title', { name: object.name })}
      width="min(1080px, 100vw)"
      maskClosable={false}
      onCancel={() => void close()}
      footer={
        <div className="pm-foot">
          {store.dirty && (
            <span className="pm-diff" role="status">
              <b className="pm-plus">+{store.added.length}</b> <b className="pm-minus">−{store.removed.length}</b>
            </span>
          )}
          <Button onClick={() => void close()} disabled={store.saving}>
            {t('parts.cancel')}
          </Button>
          <Button theme="solid" type="primary" disabled={!store.dirty} loading={store.saving} onClick={() => void save()}>
            {t('parts.save')}
          </Button>
        </div>
      }
    >
      <div className="pm-members">
        {store.failure !== null && <SaveFailure error={store.failure} />}
        {store.beyond > 0 && <Alert kind="info" text={t('members.beyond', { n: store.beyond })} />}
        {!store.mayAdd && <Alert kind="info" text={t('members.notToGive')} />}
        {narrow ? (
          <Tabs type="line" size="small" keepDOM={false}>
            <TabPane tab={<TabName store={store} side="members" />} itemKey="members">
              {sides.members}
            </TabPane>
            <TabPane tab={<TabName store={store} side="others" />} itemKey="others">
              {sides.others}
            </TabPane>
          </Tabs>
        ) : (
          <div className="pm-members-sides">
            {sides.others}
            {sides.members}
          </div>
        )}
      </div>
    </SideSheet>
  );
});

const columnsOf = (t: (key: string) => string): Column<MemberRow>[] => [
  { prop: 'realName', label: t('members.name'), minWidth: 96, always: true },
  { prop: 'account', label: t('members.account'), minWidth: 96 },
  { prop: 'department', label: t('members.place'), minWidth: 120, render: (row) => row.department || row.organize },
];

interface SideProps {
  readonly store: MembersStore;
  readonly side: 'others' | 'members';
}

const TabName = observer(function TabName({ store, side }: SideProps) {
  const { t } = usePlugin();
  const { state, total } = store[side];
  return (
    <span className="pm-members-tab">
      {/* The list behind the other tab is read when it is opened: until then nobody knows how many there are. */}
      {t(`members.${side}`)} {state.kind !== 'idle' && <small>{total}</small>}
    </span>
  );
});

const Side = observer(function Side({ store, side }: SideProps) {
  const { t } = usePlugin();
  const list = store[side];
  const joins = side === 'others';
  const frame = useRef<HTMLDivElement>(null);
  // What was pressed is gone or idle now: the keyboard goes on in the list.
  const toList = () => frame.current?.querySelector<HTMLElement>('.nk-table')?.focus();
  const move = (rows: readonly MemberRow[]) => {
    if (joins) store.add(rows);
    else store.remove(rows);
    toList();
  };
  const undo = (row: MemberRow) => {
    store.undo(row);
    toList();
  };
  const pending = joins ? store.removed : store.added;
  return (
    // The list below brings its name: two regions of one name are told apart by nobody.
    <div ref={frame} className="pm-members-side">
      <h3>
        {t(`members.${side}`)} <small>{list.total}</small>
      </h3>
      {pending.length > 0 && <Pending rows={pending} kind={joins ? 'minus' : 'plus'} onUndo={undo} />}
      <ListPage
        label={t(`members.${side}`)}
        store={list}
        columns={columnsOf(t)}
        columnSettings={false}
        selection="multiple"
        search={[{ kind: 'text', name: 'keyword', label: t('members.find'), placeholder: t('members.keyword') }]}
        toolbar={[
          {
            key: 'move',
            text: t(joins ? 'members.add' : 'members.remove', { n: list.selectedRows.length }),
            primary: joins,
            danger: !joins,
            disabled: list.selectedRows.length === 0 || (joins && !store.mayAdd),
            onClick: () => move(list.selectedRows),
          },
        ]}
        rowClass={(row) => (store.isChanged(row) ? (joins ? 'pm-row-plus' : 'pm-row-minus') : row.enabledMark === 0 ? 'pm-off' : undefined)}
        onOpen={(row) => (store.isChanged(row) ? store.undo(row) : move([row]))}
        emptyText={t(joins ? 'members.nobodyElse' : 'members.nobody')}
      />
    </div>
  );
});

/** Names that fit; the rest is a number. */
const MAX_NAMED = 12;

interface PendingProps {
  readonly rows: readonly MemberRow[];
  readonly kind: 'plus' | 'minus';
  readonly onUndo: (row: MemberRow) => void;
}

function Pending({ rows, kind, onUndo }: PendingProps) {
  const { t } = usePlugin();
  return (
    <ul className="pm-pending" aria-label={t(`members.${kind}`)}>
      {rows.slice(0, MAX_NAMED).map((row) => (
        <li key={row.id} className={`pm-${kind}`}>
          {kind === 'plus' ? '+' : '−'} {row.realName}
          <button type="button" aria-label={t('members.undo', { name: row.realName })} onClick={() => onUndo(row)}>
            ×
          </button>
        </li>
      ))}
      {rows.length > MAX_NAMED && <li>{t('members.more', { n: rows.length - MAX_NAMED })}</li>}
    </ul>
  );
}
