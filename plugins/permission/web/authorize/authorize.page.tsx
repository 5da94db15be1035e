import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, PageFrame, PageTabs, SplitPane, useButtonCheck, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { ExplainView } from '../explain/explain.view.tsx';
import { AuthorizeStore } from './authorize.store.ts';
import { GrantEditor } from './grant/grant-editor.tsx';
import { ObjectChooser } from '../parts/object-chooser.tsx';
import './authorize.css';

/** Who may do what: rights of roles, positions, people and groups; and why somebody may, or may not. */
export const Page = observer(function AuthorizePage({ query }: PageProps) {
  const { t } = usePlugin();
  const granted = useButtonCheck();
  const [view, setView] = useState(query.view === 'explain' ? 'explain' : 'grant');
  const [asked, setAsked] = useState(query.view === 'explain' ? query.id : undefined);
  if (!granted('btn_explain')) {
    return (
      <PageFrame title={t('authorize.title')}>
        <GrantView query={query} />
      </PageFrame>
    );
  }
  const explain = (userId: string) => {
    setAsked(userId);
    setView('explain');
  };
  return (
    <PageFrame title={t('authorize.title')}>
      <PageTabs
        look="button"
        keep
        activeKey={view}
        onChange={setView}
        tabs={[
          { key: 'grant', title: t('authorize.title'), content: <GrantView query={query} onExplain={explain} /> },
          { key: 'explain', title: t('explain.title'), content: <ExplainView key={asked} userId={asked} /> },
        ]}
      />
    </PageFrame>
  );
});

interface GrantViewProps {
  readonly query: PageProps['query'];
  readonly onExplain?: (userId: string) => void;
}

const GrantView = observer(function GrantView({ query, onExplain }: GrantViewProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new AuthorizeStore(ctx, query.view === 'explain' ? {} : query));
  const [open, setOpen] = useState(store.editor !== null);
  const { editor } = store;
  return (
    <SplitPane
      leftLabel={t('authorize.objects')}
      rightLabel={t('authorize.rights')}
      detailOpen={open}
      onBack={() => setOpen(false)}
      left={
        <ObjectChooser
          store={store.chooser}
          onChoose={(id) => {
            setOpen(true);
            void store.choose(id);
          }}
        />
      }
      right={
        editor ? (
          <GrantEditor
            key={`${editor.object.type} ${editor.object.id}`}
            page={store}
            store={editor}
            onExplain={onExplain && (() => onExplain(editor.object.id))}
          />
        ) : (
          <EmptyState text={t('authorize.chooseObject')} />
        )
      }
    />
  );
});
