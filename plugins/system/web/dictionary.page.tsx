import { Button, IconDelete, IconDownload, IconEdit, IconPlus, IconUpload } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { EditDialog, EmptyState, PageFrame, PermissionButton, SplitPane, TreeList, useButtonCheck, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import type { DictionaryTypeNode } from '../contract/index.ts';
import { DictionaryStore } from './dictionary.store.ts';
import { EntryList } from './entry-list.tsx';
import './dictionary.css';
import { FileInput } from './file-input.tsx';

/** Dictionaries: their tree left, the entries of the chosen one right. */
export const Page = observer(function DictionaryPage({ menu }: PageProps) {
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
            <div className="sys-detail">
              <TypeHead store={store} type={chosen} />
              <EntryList store={entries} />
            </div>
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

const Types = observer(function Types({ store }: { readonly store: DictionaryStore }) {
  const { t } = usePlugin();
  const granted = useButtonCheck();
  return (
    <div className="sys-side">
      {(granted('btn_type') || granted('btn_upload')) && (
        <div className="sys-bar" role="toolbar" aria-label={t('dictionary.types')}>
          <PermissionButton button="btn_type" theme="solid" type="primary" icon={<IconPlus />} onClick={() => store.create(null)}>
            {t('dictionary.addType')}
          </PermissionButton>
          {granted('btn_upload') && <ImportButton onFile={(file) => store.importFile(file)} />}
        </div>
      )}
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

function ImportButton({ onFile }: { readonly onFile: (file: File) => Promise<void> }) {
  const { t } = usePlugin();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <PermissionButton button="btn_upload" icon={<IconUpload />} aria-label={t('dictionary.importHint')} onClick={() => input.current?.click()}>
        {t('dictionary.import')}
      </PermissionButton>
      <FileInput input={input} accept=".json" label={t('dictionary.importHint')} use={(file) => onFile(file)} />
    </>
  );
}

/** Which dictionary it is, and what can be done to it as a whole. */
const TypeHead = observer(function TypeHead({ store, type }: { readonly store: DictionaryStore; readonly type: DictionaryTypeNode }) {
  const { t } = usePlugin();
  const granted = useButtonCheck();
  return (
    <div className="sys-head">
      <h2 className="sys-head-name" title={type.description || undefined}>
        {type.fullName}
        <small>
          {type.enCode} · {t(type.isTree === 1 ? 'type.tree' : 'type.list')}
          {type.locked === 1 && (
            <>
              {' · '}
              <span title={t('dictionary.builtInHint')}>{t('dictionary.builtIn')}</span>
            </>
          )}
        </small>
      </h2>
      <div className="sys-bar" role="toolbar" aria-label={type.fullName}>
        {granted('btn_type') && (
          <>
            <Button icon={<IconEdit />} theme="borderless" onClick={() => void store.edit(type)}>
              {t('dictionary.edit')}
            </Button>
            <Button icon={<IconPlus />} theme="borderless" onClick={() => store.create(type)}>
              {t('dictionary.addBelow')}
            </Button>
          </>
        )}
        <PermissionButton button="btn_download" icon={<IconDownload />} theme="borderless" onClick={() => store.exportFile(type)}>
          {t('dictionary.export')}
        </PermissionButton>
        {type.locked === 0 && (
          <PermissionButton
            button="btn_type"
            icon={<IconDelete />}
            theme="borderless"
            danger
            confirm={t('dictionary.removeTypeAsk', { name: type.fullName })}
            onClick={() => store.remove(type)}
          >
            {t('dictionary.remove')}
          </PermissionButton>
        )}
      </div>
    </div>
  );
});
