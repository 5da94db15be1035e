import { IconPlus } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { EditDialog, EmptyState, ImportButton, PageFrame, PermissionButton, SplitPane, TreeList, useSlices, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { DictionaryTypeNode } from '../contract/index.ts';
import { DictionaryStore } from './dictionary.store.ts';
import type { EntryStore } from './entry.store.ts';
import { EntryList } from './entry-list.tsx';
import { systemOnly } from './system-only.tsx';
import { TypeHead } from './type-head.tsx';
import './dictionary.css';

/** Dictionaries: their tree left, the entries of the chosen one right. */
const DictionaryPage = observer(function DictionaryPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new DictionaryStore(ctx));
  const { chosen, entries, editing } = store;
  return (
    <PageFrame title={menu.fullName}>
      <SplitPane
        leftWidth={288}
        leftLabel={t('dictionary.types')}
        rightLabel={chosen?.fullName ?? t('dictionary.types')}
        detailOpen={store.detailOpen}
        onBack={() => store.closeDetail()}
        left={<Types store={store} />}
        right={
          chosen && entries ? (
            <Chosen store={store} type={chosen} entries={entries} />
          ) : (
            <EmptyState text={t(store.types.state.kind === 'ready' ? 'dictionary.noTypes' : 'dictionary.choose')} />
          )
        }
      />
      <EditDialog
        form={editing?.form ?? null}
        title={editing?.record ? t('dictionary.editType', { name: editing.record.label }) : t('dictionary.addType')}
        onSave={store.save}
        onSaved={(id) => store.show(id)}
        onClose={() => store.closeForm()}
      />
    </PageFrame>
  );
});
export const Page = systemOnly(DictionaryPage);

const Types = observer(function Types({ store }: { readonly store: DictionaryStore }) {
  const { t } = usePlugin();
  return (
    <div className="sys-side">
      <div className="sys-bar" role="toolbar" aria-label={t('dictionary.types')}>
        <PermissionButton button="btn_type" theme="solid" type="primary" icon={<IconPlus />} onClick={() => store.create(null)}>
          {t('dictionary.addType')}
        </PermissionButton>
        <ImportButton button="btn_upload" accept=".json" label={t('dictionary.importHint')} onFile={(file) => store.importFile(file)} />
      </div>
      <TreeList
        label={t('dictionary.types')}
        store={store.types}
        filterHint={t('dictionary.findType')}
        onSelect={(node) => {
          store.choose(node);
          store.openDetail();
        }}
        render={(node) => (
          <span className="sys-type">
            <span className="sys-type-name">{node.fullName}</span>
            {node.locked === 1 && <small>{t('dictionary.builtIn')}</small>}
          </span>
        )}
      />
    </div>
  );
});

interface ChosenProps {
  readonly store: DictionaryStore;
  readonly type: DictionaryTypeNode;
  readonly entries: EntryStore;
}

/** The answer that brings the tree chooses a dictionary, too: it is drawn in the piece after the tree, not in the same task. */
function Chosen({ store, type, entries }: ChosenProps) {
  const treeStands = useSlices(2, 1, 1) > 1;
  if (!treeStands) return null;
  return (
    <div className="sys-detail">
      <TypeHead store={store} type={type} />
      <EntryList store={entries} />
    </div>
  );
}
