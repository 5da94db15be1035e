import './home/home.page.css';
import { observer } from 'mobx-react-lite';
import { MenuIcon } from '../layouts/icons/menu-icon.tsx';
import type { MenuItem } from '../router/route-table.ts';
import { useShell } from '../shell-context.tsx';

/** Everything below a directory that can be opened. */
const openable = (items: readonly MenuItem[]): readonly MenuItem[] =>
  items.flatMap((item) => (item.hidden ? [] : item.children === null ? [item] : openable(item.children)));

/** /menuMore: all entries at once, for narrow windows where the top menu has no room (spec 2.1, 4). */
export const Page = observer(function MoreMenuPage() {
  const shell = useShell();
  const { session, router, t } = shell;
  return (
    <div className="nf-home">
      <h1 className="nf-home-title">{t('moreMenu.title')}</h1>
      {session.menuList
        .filter((group) => !group.hidden)
        .map((group) => (
          <section key={group.id} className="nf-home-panel">
            <h2>{shell.title(group.meta)}</h2>
            <ul className="nf-home-tiles">
              {openable([group]).map((item) => (
                <li key={item.id}>
                  <button type="button" className="nf-home-tile" onClick={() => void router.open(item)}>
                    <MenuIcon name={item.icon} />
                    <span>{shell.title(item.meta)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
});
