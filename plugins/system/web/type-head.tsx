import { IconDelete, IconDownload, IconEdit, IconPlus } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { PermissionButton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { DictionaryTypeNode } from '../contract/index.ts';
import type { DictionaryStore } from './dictionary.store.ts';

/** Which dictionary it is, and what can be done to it as a whole. */
export const TypeHead = observer(function TypeHead({ store, type }: { readonly store: DictionaryStore; readonly type: DictionaryTypeNode }) {
  const { t } = usePlugin();
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
        <PermissionButton button="btn_type" icon={<IconEdit />} theme="borderless" onClick={() => store.edit(type)}>
          {t('dictionary.edit')}
        </PermissionButton>
        <PermissionButton button="btn_type" icon={<IconPlus />} theme="borderless" onClick={() => store.create(type)}>
          {t('dictionary.addBelow')}
        </PermissionButton>
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
