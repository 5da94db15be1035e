import { Button, IconDelete, IconDownload, IconEdit, IconPlus, IconUndo } from '@nephra/plugin-sdk/ui';
import { SlotOutlet, usePlugin } from '@nephra/plugin-sdk/web';
import { DescriptionList, GroupTitle, PermissionButton, useButtonCheck } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { MenuOne } from '../../contract/menu/menu.contract.ts';
import { isDirectory, isOwn, type MenuStore } from './menu.store.ts';

interface Props {
  readonly store: MenuStore;
  readonly one: MenuOne;
}

/** One entry: where it comes from and leads to, how it is shown, what can be granted of it. */
export const MenuDetail = observer(function MenuDetail({ store, one }: Props) {
  const { t } = usePlugin();
  const own = isOwn(one);
  const owner = own ? t('menu.own') : one.owner === 'shell' ? t('menu.ofShell') : one.owner;
  const changed =
    one.changed === ''
      ? ''
      : one.changed
          .split(',')
          .map((part) => t(`menu.parts.${part}`))
          .join(t('menu.comma'));
  return (
    <div className="sys-detail">
      <Head store={store} one={one} />
      <div className="sys-menu-facts">
        <DescriptionList
          columns={2}
          items={[
            { label: t('menu.type'), value: t(`menu.types.${one.type}`) },
            { label: t('menu.owner'), value: owner },
            { label: t('menu.enCode'), value: one.enCode },
            { label: t('menu.pageAddress'), value: one.urlAddress },
            { label: t('menu.zh'), value: one.titles.zh },
            { label: t('menu.zhtw'), value: one.titles.zhtw },
            { label: t('menu.en'), value: one.titles.en },
            { label: t('menu.sortCode'), value: one.sortCode },
            {
              label: t('menu.state'),
              value: t(one.active === 0 ? 'menu.pluginOff' : one.enabledMark === 0 ? 'menu.disabled' : one.hidden === 1 ? 'menu.hiddenMark' : 'menu.on'),
            },
            ...(own ? [] : [{ label: t('menu.changed'), value: changed }]),
            ...(one.propertyJson === '{}' ? [] : [{ label: t('menu.property'), value: one.propertyJson, span: 2 }]),
            ...(one.description === '' ? [] : [{ label: t('menu.description'), value: one.description, span: 2 }]),
          ]}
        />
        {one.items.length > 0 && <Codes one={one} />}
      </div>
    </div>
  );
});

function Codes({ one }: { readonly one: MenuOne }) {
  const { t, language } = usePlugin();
  return (
    <>
      <GroupTitle>{t('menu.items')}</GroupTitle>
      <ul className="sys-menu-codes">
        {one.items.map(({ kind, enCode, titles, enabledMark }) => (
          <li key={`${kind} ${enCode}`}>
            <small>{t(`menu.kinds.${kind}`)}</small>
            <span>{titles[language]}</span>
            <code>{enCode}</code>
            {enabledMark === 0 && <small>{t('menu.disabled')}</small>}
          </li>
        ))}
      </ul>
    </>
  );
}

const Head = observer(function Head({ store, one }: Props) {
  const { t } = usePlugin();
  const granted = useButtonCheck();
  const name = { name: one.fullName };
  return (
    <div className="sys-head">
      <h2 className="sys-head-name">
        <SlotOutlet point="shell/menu-icon@1" props={{ name: one.iconName }} />
        {one.fullName}
      </h2>
      <div className="sys-bar" role="toolbar" aria-label={one.fullName}>
        <PermissionButton button="btn_edit" icon={<IconEdit />} theme="borderless" onClick={() => store.edit(one)}>
          {t('dictionary.edit')}
        </PermissionButton>
        {isDirectory(one) && granted('btn_add') && (
          <Button icon={<IconPlus />} theme="borderless" onClick={() => store.create(one)}>
            {t('menu.addBelow')}
          </Button>
        )}
        <PermissionButton
          button="btn_state"
          theme="borderless"
          {...(one.enabledMark === 1 && { confirm: t('menu.disableAsk', name) })}
          onClick={() => store.turn(one)}
        >
          {t(one.enabledMark === 1 ? 'menu.disable' : 'menu.enable')}
        </PermissionButton>
        {one.changed !== '' && (
          <PermissionButton button="btn_edit" icon={<IconUndo />} theme="borderless" confirm={t('menu.resetAsk', name)} onClick={() => store.reset(one)}>
            {t('menu.reset')}
          </PermissionButton>
        )}
        <PermissionButton button="btn_download" icon={<IconDownload />} theme="borderless" onClick={() => store.exportFile(one.id)}>
          {t('dictionary.export')}
        </PermissionButton>
        {isOwn(one) && (
          <PermissionButton
            button="btn_remove"
            icon={<IconDelete />}
            theme="borderless"
            danger
            confirm={t('menu.removeAsk', name)}
            onClick={() => store.remove(one)}
          >
            {t('dictionary.remove')}
          </PermissionButton>
        )}
      </div>
    </div>
  );
});
