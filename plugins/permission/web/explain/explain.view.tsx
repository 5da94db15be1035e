import { Tag } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ListPage, SplitPane, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { ObjectChooser } from '../parts/object-chooser.tsx';
import { ExplainStore } from './explain.store.ts';
import { HoldersDrawer } from './holders.drawer.tsx';
import { obstacleText, throughText } from './origin-text.ts';

const KINDS = ['menu', 'button', 'column', 'form', 'permission', 'resource'] as const;

/** What one person may do and through which grant, and what not and why. */
export const ExplainView = observer(function ExplainView({ userId }: { readonly userId: string | undefined }) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new ExplainStore(ctx, userId));
  const [open, setOpen] = useState(userId !== undefined);
  const { person } = store;
  const choose = (id: string) => {
    setOpen(true);
    void store.choose(id);
  };
  const states = [
    { value: 'held', text: t('explain.held'), tone: 'success' as const },
    { value: 'missing', text: t('explain.missing'), tone: 'neutral' as const },
  ];
  return (
    <>
      <SplitPane
        leftLabel={t('authorize.object.User')}
        rightLabel={t('explain.title')}
        detailOpen={open}
        onBack={() => setOpen(false)}
        left={<ObjectChooser store={store.chooser} types={['User']} onChoose={choose} />}
        right={
          store.userId === null ? (
            <EmptyState text={t('explain.choose')} />
          ) : (
            <ListPage
              label={t('explain.title')}
              store={store.list}
              columnSettings={false}
              columns={[
                {
                  prop: 'fullName',
                  label: t('explain.right'),
                  minWidth: 200,
                  fixed: 'left',
                  text: (row) => `${row.fullName} ${row.code}`,
                  render: (row) => <span className={row.kind === 'menu' || row.kind === 'permission' ? 'pm-why-menu' : 'pm-why-item'}>{row.fullName}</span>,
                },
                { prop: 'kind', label: t('explain.kind'), width: 96, render: (row) => t(`explain.kinds.${row.kind}`) },
                {
                  prop: 'held',
                  label: t('explain.state'),
                  width: 96,
                  render: (row) => <StatusTag value={row.held ? 'held' : 'missing'} table={states} />,
                },
                {
                  prop: 'through',
                  label: t('explain.because'),
                  minWidth: 360,
                  render: (row) =>
                    [
                      ...(row.held ? row.through.map((one) => throughText(t, one)) : row.obstacles.map((one) => obstacleText(t, one))),
                      ...(row.pageMissing ? [t('explain.pageMissing')] : []),
                    ].join('; '),
                },
              ]}
              search={[
                { kind: 'text', name: 'keyword', label: t('explain.find') },
                { kind: 'select', name: 'held', label: t('explain.state'), options: states },
                { kind: 'select', name: 'kind', label: t('explain.kind'), options: KINDS.map((kind) => ({ value: kind, text: t(`explain.kinds.${kind}`) })) },
              ]}
              rowActions={[{ key: 'holders', text: t('explain.who'), onClick: (row) => store.ask({ code: row.code, name: row.fullName }) }]}
              rowClass={(row) => (row.held ? undefined : 'pm-off')}
              emptyText={t('explain.none')}
            >
              {person && (
                <div className="pm-why-head">
                  <strong>{person.userName}</strong>
                  <span>{person.organize}</span>
                  {person.isAdministrator === 1 && <Tag color="blue">{t('explain.administrator')}</Tag>}
                  {person.enabledMark === 0 && <Tag color="red">{t('explain.personOff')}</Tag>}
                  <small>{t('explain.total', { n: person.list.filter((row) => row.held).length, all: person.list.length })}</small>
                </div>
              )}
            </ListPage>
          )
        }
      />
      {store.asked && store.holders && (
        <HoldersDrawer
          asked={store.asked}
          store={store.holders}
          onClose={() => store.stopAsking()}
          onOpenPerson={(id) => {
            store.stopAsking();
            choose(id);
          }}
        />
      )}
    </>
  );
});
