import { SlotOutlet, usePlugin } from '@nephra/plugin-sdk/web';
import type { MenuNode } from '../../contract/menu/menu.contract.ts';
import { isOwn } from './menu.store.ts';

/** An entry in the tree, and why it is not as its plugin has it or not seen. */
export function MenuName({ node }: { readonly node: MenuNode }) {
  const { t } = usePlugin();
  const marks = [
    isOwn(node) && t('menu.own'),
    node.changed !== '' && t('menu.changed'),
    node.active === 0 && t('menu.pluginOff'),
    node.enabledMark === 0 && t('menu.disabled'),
    node.hidden === 1 && t('menu.hiddenMark'),
  ].filter((mark) => mark !== false);
  return (
    <span className="sys-type sys-menu-name">
      <SlotOutlet point="shell/menu-icon@1" props={{ name: node.iconName }} />
      <span className="sys-type-name">{node.fullName}</span>
      {marks.length > 0 && <small>{marks.join(' · ')}</small>}
    </span>
  );
}
