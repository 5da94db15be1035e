import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { IconChevronDown } from '@nephra/plugin-sdk/ui';
import type { MenuItem } from '../router/route-table.ts';
import { useShell } from '../shell-context.tsx';
import { MenuIcon } from './icons/menu-icon.tsx';
import { NavLink } from './nav-link.tsx';

interface LevelProps {
  readonly items: readonly MenuItem[];
  readonly depth: number;
  readonly trail: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
}

const Directory = observer(function Directory({ item, depth, trail, open, toggle }: Omit<LevelProps, 'items'> & { readonly item: MenuItem }) {
  const shell = useShell();
  const title = shell.title(item.meta);
  const isOpen = open.has(item.id);
  return (
    <li>
      <button
        type="button"
        className={trail.has(item.id) ? 'nephra-side-entry nephra-side-entry-above' : 'nephra-side-entry'}
        style={{ paddingLeft: 16 + depth * 16 }}
        title={title}
        aria-expanded={isOpen}
        onClick={() => toggle(item.id)}
      >
        {depth === 0 && <MenuIcon name={item.icon} fallback="folder" />}
        <span className="nephra-side-title">{title}</span>
        <IconChevronDown aria-hidden className="nephra-side-chevron" size="small" />
      </button>
      {isOpen && <Level items={item.children ?? []} depth={depth + 1} trail={trail} open={open} toggle={toggle} />}
    </li>
  );
});

const Level = observer(function Level({ items, depth, trail, open, toggle }: LevelProps) {
  const shell = useShell();
  return (
    <ul className="nephra-side-level">
      {items.map((item) => {
        if ((item.children ?? []).length > 0) return <Directory key={item.id} item={item} depth={depth} trail={trail} open={open} toggle={toggle} />;
        const title = shell.title(item.meta);
        const current = trail.has(item.id);
        return (
          <li key={item.id}>
            <NavLink item={item} current={current} className="nephra-side-entry" title={title}>
              {/* Deeper pages are indented under their directory's icon instead of repeating one. */}
              {depth === 0 ? <MenuIcon name={item.icon} /> : <span className="nephra-side-indent" style={{ width: 10 + depth * 16 }} />}
              <span className="nephra-side-title">{title}</span>
            </NavLink>
          </li>
        );
      })}
    </ul>
  );
});

interface SideMenuProps {
  readonly items: readonly MenuItem[];
  readonly trail: readonly MenuItem[];
}

/** The tree of the side navigation. Directories above the open page unfold by themselves; others stay as the person left them. */
export const SideMenu = observer(function SideMenu({ items, trail }: SideMenuProps) {
  const trailIds = trail.map((item) => item.id);
  const trailKey = trailIds.join(' ');
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(trailIds));

  useEffect(() => {
    setOpen((known) => new Set([...known, ...trailKey.split(' ')]));
  }, [trailKey]);

  const toggle = (id: string) =>
    setOpen((known) => {
      const next = new Set(known);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  return <Level items={items} depth={0} trail={new Set(trailIds)} open={open} toggle={toggle} />;
});
