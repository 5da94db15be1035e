import { observer } from 'mobx-react-lite';
import type { MenuItem } from '../../router/route-table.ts';
import { useShell } from '../../shell-context.tsx';
import { MenuIcon } from '../icons/menu-icon.tsx';
import { NavLink } from './nav-link.tsx';

interface PageListProps {
  readonly items: readonly MenuItem[];
  readonly trail: ReadonlySet<string>;
  readonly onOpen: () => void;
  readonly icons?: boolean;
}

/** All pages below a directory in one floating list; deeper directories become headings, so that nothing hides behind a second hover. */
export const PageList = observer(function PageList({ items, trail, onOpen, icons = false }: PageListProps) {
  const shell = useShell();
  return (
    <ul className="nephra-page-list">
      {items.map((item) => {
        const title = shell.title(item.meta);
        if ((item.children ?? []).length > 0) {
          return (
            <li key={item.id}>
              <span className="nephra-page-heading">{title}</span>
              <PageList items={item.children ?? []} trail={trail} onOpen={onOpen} icons={icons} />
            </li>
          );
        }
        return (
          <li key={item.id}>
            <NavLink item={item} current={trail.has(item.id)} className="nephra-page-entry" title={title} onOpen={onOpen}>
              {icons && <MenuIcon name={item.icon} />}
              <span className="nephra-side-title">{title}</span>
            </NavLink>
          </li>
        );
      })}
    </ul>
  );
});
