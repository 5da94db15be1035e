import { usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { type Column, DateText, ListPage, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef } from 'react';
import type { OnlineUser } from '../../contract/user/user-online.contract.ts';
import { UserOnlineStore } from './user-online.store.ts';

const REFRESH_MS = 15_000;
/** Many people come at once after a restart of the server: the list waits until they are there. */
const SETTLE_MS = 1500;

/** Made once for all drawings: rows that stand are not drawn again when others come. */
function columnsOf(t: WebContext['t']): readonly Column<OnlineUser>[] {
  const states = [
    { value: 0, text: t('userOnline.working'), tone: 'success' },
    { value: 1, text: t('userOnline.locked'), tone: 'neutral' },
  ] as const;
  return [
    {
      prop: 'userName',
      label: t('userOnline.name'),
      minWidth: 136,
      fixed: 'left',
      always: true,
      text: (row) => row.userName,
      render: (row) => (row.self === 1 ? t('userOnline.selfName', { name: row.userName }) : row.userName),
    },
    { prop: 'userAccount', label: t('userOnline.account'), minWidth: 100 },
    {
      prop: 'locked',
      label: t('userOnline.state'),
      width: 126,
      render: (row) => <StatusTag value={row.locked} table={states} />,
    },
    { prop: 'organize', label: t('userOnline.organize'), minWidth: 120 },
    { prop: 'loginTime', label: t('userOnline.loginTime'), width: 140, render: (row) => <DateText value={row.loginTime} /> },
    { prop: 'lastSeen', label: t('userOnline.lastSeen'), width: 124, render: (row) => <DateText value={row.lastSeen} variant="recent" /> },
    { prop: 'loginIPAddress', label: t('userOnline.address'), width: 118 },
    { prop: 'loginPlatForm', label: t('userOnline.platform'), minWidth: 150, render: (row) => row.loginPlatForm || '–' },
  ];
}

/** Sessions that are open now; keeps itself up to date. */
export const Page = observer(function UserOnlinePage() {
  const ctx = usePlugin();
  const { t, onSocket } = ctx;
  const store = useStore(() => new UserOnlineStore(ctx));
  const root = useRef<HTMLSpanElement>(null);
  const columns = useMemo(() => columnsOf(t), [t]);

  useEffect(() => {
    let settling: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      // A page behind another tab need not know who is online.
      if (!document.hidden && root.current?.closest('[hidden]') === null) void store.refresh();
    };
    const timer = setInterval(refresh, REFRESH_MS);
    const endSocket = onSocket('online', () => {
      clearTimeout(settling);
      settling = setTimeout(refresh, SETTLE_MS);
    });
    return () => {
      clearInterval(timer);
      clearTimeout(settling);
      endSocket();
    };
  }, [store, onSocket]);

  const { rows } = store.list;
  return (
    <>
      <span ref={root} style={{ display: 'none' }} />
      <ListPage
        title={t('userOnline.title')}
        store={store.list}
        selection="multiple"
        columns={columns}
        search={[{ kind: 'text', name: 'keyword', label: t('userOnline.find'), placeholder: t('userOnline.keyword') }]}
        toolbar={[
          {
            key: 'force',
            text: t('userOnline.forceMany'),
            button: 'btn_offline',
            danger: true,
            disabled: store.chosen.length === 0,
            onClick: () => store.force(store.chosen),
          },
        ]}
        toolbarExtra={<span role="status">{t('userOnline.count', { n: rows.length, people: new Set(rows.map((row) => row.userId)).size })}</span>}
        rowActions={[
          {
            key: 'force',
            text: t('userOnline.force'),
            button: 'btn_offline',
            danger: true,
            disabled: (row) => row.self === 1,
            onClick: (row) => store.force([row]),
          },
        ]}
        emptyText={t('userOnline.empty')}
      />
    </>
  );
});
