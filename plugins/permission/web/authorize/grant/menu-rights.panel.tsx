import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { RightItem, RightMenu } from '../../../contract/authority.schema.ts';
import { type ItemList, type RightNodeState, tickState } from '../../../domain/rights/rights-ticks.ts';
import type { GrantEditorStore } from './grant-editor.store.ts';

const LISTS: readonly ItemList[] = ['button', 'column', 'form', 'resource'];

interface PanelProps {
  readonly store: GrantEditorStore;
  /** Stands beside the heading of the data schemes. */
  readonly schemeAction?: (menu: RightMenu) => ReactNode;
}

/** Rights of the chosen menu: buttons, columns, fields and data schemes; for a directory what is ticked on each of its pages. */
export const MenuRightsPanel = observer(function MenuRightsPanel({ store, schemeAction }: PanelProps) {
  const { t } = usePlugin();
  const node = store.active;
  if (!node) return <EmptyState text={t('authorize.chooseMenu')} />;
  return (
    <section className="pm-menu-rights" aria-label={t('authorize.rightsOf', { name: node.menu.fullName })}>
      <header>
        <h2>{node.menu.fullName}</h2>
        <code>{node.menu.enCode}</code>
      </header>
      {node.children.length > 0 ? <DirectoryTable store={store} node={node} /> : <ItemGroups store={store} node={node} schemeAction={schemeAction} />}
    </section>
  );
});

interface NodeProps extends PanelProps {
  readonly node: RightNodeState;
}

const ItemGroups = observer(function ItemGroups({ store, node, schemeAction }: NodeProps) {
  const { t } = usePlugin();
  const { menu } = node;
  const isPage = menu.type > 1;
  return (
    <>
      {isPage && (
        <label className="pm-right-item pm-right-page">
          <input type="checkbox" checked={store.ticks.has(menu.id)} onChange={({ target }) => store.tickNode(node, target.checked)} />
          {t('authorize.openPage')}
        </label>
      )}
      {LISTS.map((list) => (
        <ItemGroup key={list} store={store} menu={menu} list={list} action={list === 'resource' && isPage ? schemeAction?.(menu) : undefined} />
      ))}
      {LISTS.every((list) => menu[list].length === 0) && <p className="pm-note">{t('authorize.noItems')}</p>}
    </>
  );
});

interface GroupProps {
  readonly store: GrantEditorStore;
  readonly menu: RightMenu;
  readonly list: ItemList;
  readonly action: ReactNode;
}

const ItemGroup = observer(function ItemGroup({ store, menu, list, action }: GroupProps) {
  const { t } = usePlugin();
  const items = menu[list];
  const withData = list === 'resource' && menu.dataAuthorize === 1;
  if (items.length === 0 && !withData && action === undefined) return null;
  const ticked = items.filter((item) => store.ticks.has(item.id)).length;
  return (
    <fieldset className="pm-right-group">
      <legend>
        <label className="pm-right-item">
          <input
            type="checkbox"
            disabled={items.length === 0}
            checked={items.length > 0 && ticked === items.length}
            ref={(box) => {
              if (box) box.indeterminate = ticked > 0 && ticked < items.length;
            }}
            onChange={() => store.tickItems(menu, items, ticked < items.length)}
          />
          {t(`authorize.kind.${list}`)}
        </label>
        <small className="pm-right-count">
          {ticked}/{items.length}
        </small>
        {action}
      </legend>
      <div className="pm-right-items">
        {items.map((item) => (
          <ItemTick key={item.id} store={store} menu={menu} item={item} />
        ))}
      </div>
      {list === 'resource' && <p className="pm-note">{t(withData ? (ticked === 0 ? 'authorize.noRows' : 'authorize.someRows') : 'authorize.allRows')}</p>}
    </fieldset>
  );
});

const ItemTick = observer(function ItemTick({ store, menu, item }: { readonly store: GrantEditorStore; readonly menu: RightMenu; readonly item: RightItem }) {
  const on = store.ticks.has(item.id);
  const change = on === store.original.has(item.id) ? undefined : on ? 'plus' : 'minus';
  return (
    <label className="pm-right-item" data-change={change} title={item.enCode}>
      <input type="checkbox" checked={on} onChange={() => store.tickItems(menu, [item], !on)} />
      {item.fullName}
    </label>
  );
});

/** What is ticked on each page of a directory; a press on a name leads there. */
const DirectoryTable = observer(function DirectoryTable({ store, node }: NodeProps) {
  const { t } = usePlugin();
  return (
    <div className="pm-right-table">
      <table aria-label={t('authorize.rightsOf', { name: node.menu.fullName })}>
        <thead>
          <tr>
            <th scope="col">{t('authorize.page')}</th>
            {LISTS.map((list) => (
              <th key={list} scope="col">
                {t(`authorize.kind.${list}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {node.children.map((child) => (
            <tr key={child.menu.id}>
              <td>
                <label className="pm-right-item">
                  <input
                    type="checkbox"
                    aria-label={child.menu.fullName}
                    checked={tickState(child, store.ticks) === 'all'}
                    onChange={({ target }) => store.tickNode(child, target.checked)}
                  />
                  <button type="button" className="nk-link" onClick={() => store.setActive(child.menu.id)}>
                    {child.menu.fullName}
                  </button>
                </label>
              </td>
              {LISTS.map((list) => (
                <td key={list}>
                  {child.menu[list].length === 0 ? '–' : `${child.menu[list].filter((item) => store.ticks.has(item.id)).length}/${child.menu[list].length}`}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
