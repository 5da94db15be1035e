import { Button, Input, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { ConfirmButton, PermissionButton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { MAX_TAG_NAME } from '../../../contract/public/public-limits.ts';
import type { PublicTag } from '../../../contract/public/public-user.contract.ts';
import type { MpUsersStore } from './mp-users.store.ts';

interface Props {
  readonly store: MpUsersStore;
}
const WIDTH = 'min(520px, calc(100vw - 24px))';

/** Puts tags on the chosen followers, or takes them off. */
export const TagPeopleDialog = observer(function TagPeopleDialog({ store }: Props) {
  const { t } = usePlugin();
  if (!store.tagging) return null;
  const close = () => store.openTagging(false);
  return (
    <Modal
      visible
      centered
      width={WIDTH}
      title={t('mpUser.tagTitle', { n: store.list.selectedRows.length })}
      onCancel={close}
      footer={<Button onClick={close}>{t('mpUser.close')}</Button>}
    >
      {store.tags.length === 0 && <p className="wx-quiet">{t('mpUser.tagNone')}</p>}
      <ul className="wx-matches">
        {store.tags
          .filter(({ fixed }) => fixed === 0)
          .map(({ id, fullName, count }) => (
            <li key={id}>
              <span>
                {fullName} <small className="wx-quiet">{t('mpUser.tagCount', { n: count })}</small>
              </span>
              <span className="wx-row-acts">
                <PermissionButton button="btn_tag" size="small" onClick={() => store.tagPeople(id, true)}>
                  {t('mpUser.tagOn')}
                </PermissionButton>
                <PermissionButton button="btn_tag" size="small" onClick={() => store.tagPeople(id, false)}>
                  {t('mpUser.tagOff')}
                </PermissionButton>
              </span>
            </li>
          ))}
      </ul>
    </Modal>
  );
});

/** Makes, renames and deletes tags. */
export const ManageTagsDialog = observer(function ManageTagsDialog({ store }: Props) {
  const { t } = usePlugin();
  const [name, setName] = useState('');
  if (!store.managing) return null;
  const close = () => store.openManaging(false);
  const add = async () => {
    await store.saveTag(null, name.trim());
    setName('');
  };
  return (
    <Modal visible centered width={WIDTH} title={t('mpUser.tagsTitle')} onCancel={close} footer={<Button onClick={close}>{t('mpUser.close')}</Button>}>
      <div className="wx-lines">
        <div className="wx-tag-new">
          <Input value={name} maxLength={MAX_TAG_NAME} placeholder={t('mpUser.tagNameHelp')} aria-label={t('mpUser.tagName')} onChange={setName} />
          <PermissionButton button="btn_tag" theme="solid" type="primary" disabled={name.trim() === ''} onClick={add}>
            {t('mpUser.tagAdd')}
          </PermissionButton>
        </div>
        <ul className="wx-matches">
          {store.tags.map((tag) => (
            <TagLine key={tag.id} store={store} tag={tag} />
          ))}
        </ul>
      </div>
    </Modal>
  );
});

function TagLine({ store, tag }: Props & { readonly tag: PublicTag }) {
  const { t } = usePlugin();
  const [name, setName] = useState(tag.fullName);
  if (tag.fixed === 1)
    return (
      <li>
        <span>{tag.fullName}</span>
        <small className="wx-quiet">{t('mpUser.tagCount', { n: tag.count })}</small>
      </li>
    );
  return (
    <li>
      <Input size="small" style={{ width: 180 }} value={name} maxLength={MAX_TAG_NAME} aria-label={t('mpUser.tagName')} onChange={setName} />
      <span className="wx-row-acts">
        <small className="wx-quiet">{t('mpUser.tagCount', { n: tag.count })}</small>
        <PermissionButton
          button="btn_tag"
          size="small"
          disabled={name.trim() === '' || name.trim() === tag.fullName}
          onClick={() => store.saveTag(tag.id, name.trim())}
        >
          {t('mpUser.tagRename')}
        </PermissionButton>
        <ConfirmButton button="btn_tag" size="small" danger confirm={t('mpUser.tagRemoveAsk', { name: tag.fullName })} onClick={() => store.removeTag(tag)}>
          {t('mpUser.tagRemove')}
        </ConfirmButton>
      </span>
    </li>
  );
}
