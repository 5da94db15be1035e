import { observer } from 'mobx-react-lite';
import type { MenuItem } from '../../router/route-table.ts';
import { useShell } from '../../shell-context.tsx';
import { Flyout } from '../flyout/flyout.tsx';
import { MenuIcon } from '../icons/menu-icon.tsx';
import { NavLink } from './nav-link.tsx';
import { PageList } from './page-list.tsx';

interface IconMenuProps {
  readonly items: readonly MenuItem[];
  readonly trail: readonly MenuItem[];
  /** Short titles below the icons: the plain layout. Without them: the folded sidebar of the others. */
  readonly titles: boolean;
}

/** A narrow column of icons; a directory floats its pages beside it. */
export const IconMenu = observer(function IconMenu({ items, trail, titles }: IconMenuProps) {
  const shell = useShell();
  const trailIds = new Set(trail.map((item) => item.id));
  return (
    <ul className={titles ? 'nephra-icon-menu nephra-icon-menu-titled' : 'nephra-icon-menu'}>
      {items.map((item) => {
        const title = shell.title(item.meta);
        const face = (
          <>
            <MenuIcon name={item.icon} fallback={(item.children ?? []).length > 0 ? 'folder' : 'page'} />
            <span className={titles ? 'nephra-icon-title' : 'nephra-visually-hidden'}>{title}</span>
          </>
        );
        const className = trailIds.has(item.id) ? 'nephra-icon-entry nephra-icon-entry-above' : 'nephra-icon-entry';
        if ((item.children ?? []).length === 0) {
          return (
            <li key={item.id}>
              <NavLink item={item} current={trailIds.has(item.id)} className={className} title={title}>
                {face}
              </NavLink>
            </li>
          );
        }
        return (
          <li key={item.id}>
            <Flyout
              placement="right-start"
              openOn="hover"
              panelClassName="nephra-pages-panel"
              trigger={(props) => (
                <button type="button" className={className} {...props}>
                  {face}
                </button>
              )}
            >
              {(close) => (
                <nav aria-label={shell.t('frame.subNavigation', { name: title })}>
                  <p className="nephra-pages-title">{title}</p>
                  <PageList items={item.children ?? []} trail={trailIds} onOpen={close} />
                </nav>
              )}
            </Flyout>
          </li>
        );
      })}
    </ul>
  );
});
