import '../wechat.css';
import { type PageProps, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { type Column, dateColumn, EditDialog, ListPage, statusColumn, statusTable, type Tone, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { StaffMessageState } from '../../contract/work/work-limits.ts';
import type { StaffMessageRow } from '../../contract/work/staff-message.contract.ts';
import { OpenedMessage } from './opened-message.tsx';
import { StaffMessagesStore } from './staff-messages.store.ts';

const TONES: Readonly<Record<StaffMessageState, Tone>> = { sending: 'neutral', sent: 'success', refused: 'danger', doubtful: 'warning' };

const columnsOf = (t: WebContext['t']): readonly Column<StaffMessageRow>[] => [
  { prop: 'content', label: t('qyMessage.content'), minWidth: 130, always: true },
  statusColumn('state', t('qyMessage.state'), {
    minWidth: 110,
    always: true,
    table: statusTable(TONES, (value) => t(`qyMessage.states.${value}`)),
    reason: ({ state, reason, unreached }) => (state === 'sent' && unreached > 0 ? t('qyMessage.missed', { n: unreached }) : reason),
  }),
  {
    ...{ prop: 'toUsers', label: t('qyMessage.receivers'), minWidth: 130 },
    render: ({ toUsers, receivers }) => (
      <>
        {toUsers}
        {receivers > 1 && <small className="wx-quiet wx-block">{t('qyMessage.people', { n: receivers })}</small>}
      </>
    ),
    text: ({ toUsers }) => toUsers,
  },
  { prop: 'creatorUser', label: t('qyMessage.by'), width: 110 },
  dateColumn('creatorTime', t('qyMessage.time')),
];

const isDoubtful = ({ state }: StaffMessageRow): boolean => state === 'doubtful';

/** Messages that people write to staff over the WeChat work account. */
export const Page = observer(function StaffMessagesPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new StaffMessagesStore(ctx));
  const columns = useMemo(() => columnsOf(t), [t]);
  const { list, writing, opened } = store;
  return (
    <>
      <ListPage
        title={menu.fullName}
        store={list}
        columns={columns}
        emptyText={t('qyMessage.empty')}
        toolbar={[{ key: 'write', text: t('qyMessage.write'), button: 'btn_send', primary: true, onClick: () => store.write() }]}
        rowActions={[
          { key: 'open', text: t('qyMessage.open'), onClick: (row: StaffMessageRow) => store.open(row) },
          {
            ...{ key: 'again', text: t('qyMessage.again'), button: 'btn_send', visible: ({ mayAgain }: StaffMessageRow) => mayAgain === 1 },
            ...{ confirm: () => t('qyMessage.againAsk'), onClick: (row: StaffMessageRow) => store.again(row) },
          },
          {
            ...{ key: 'arrived', text: t('qyMessage.arrived'), button: 'btn_send', visible: isDoubtful },
            ...{ confirm: () => t('qyMessage.arrivedAsk'), onClick: (row: StaffMessageRow) => store.decide(row, 1) },
          },
          {
            ...{ key: 'lost', text: t('qyMessage.lost'), button: 'btn_send', danger: true, visible: isDoubtful },
            ...{ confirm: () => t('qyMessage.lostAsk'), onClick: (row: StaffMessageRow) => store.decide(row, 0) },
          },
        ]}
      />
      <EditDialog
        form={writing}
        title={t('qyMessage.write')}
        saveText={t('qyMessage.send')}
        onClose={() => store.closeWriting()}
        onSave={store.send}
        onSaved={() => list.reload()}
      />
      {opened && <OpenedMessage store={store} opened={opened} />}
    </>
  );
});
