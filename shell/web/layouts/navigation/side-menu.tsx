import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { IconChevronDown } from '@nephra/plugin-sdk/ui';
import type { MenuItem } from '../../router/route-table.ts';
import { useShell } from '../../shell-context.tsx';
import { MenuIcon } from '../icons/menu-icon.tsx';
import { NavLink } from './nav-link.tsx';

interface LevelProps {
  readonly items: readonly MenuItem[];
  readonly depth: number;
  readonly trail: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly onOpen: (() => void) | undefined;
}

/** Deeper entries are indented under the icon of their top directory instead of repeating one. */
const Indent = ({ depth }: { readonly depth: number }) => <span className="nephra-side-indent" style={{ width: 10 + depth * 16 }} />;

const Directory = observer(function Directory({ item, ...level }: Omit<LevelProps, 'items'> & { readonly item: MenuItem }) {
  const shell = useShell();
  const { depth, trail, open, toggle } = level;
  const title = shell.title(item.meta);
  const isOpen = open.has(item.id);
  return (
    <li>
      <button
        type="button"
        className={trail.has(item.id) ? 'nephra-side-entry nephra-side-entry-above' : 'nephra-side-entry'}
        title={title}
        aria-expanded={isOpen}
        onClick={() => toggle(item.id)}
      >
        {depth === 0 ? <MenuIcon name={item.icon} fallback="folder" /> : <Indent depth={depth} />}
        <span className="nephra-side-title">{title}</span>
        <IconChevronDown aria-hidden className="nephra-side-chevron" size="small" />
      </button>
      {isOpen && <Level {...level} items={item.children ?? []} depth={depth + 1} />}
    </li>
  );
});

interface EntryProps extends Pick<LevelProps, 'depth' | 'onOpen'> {
  readonly item: MenuItem;
  readonly current: boolean;
}

/** An entry that opens something: drawn anew when it becomes the open one or ceases to be it, not at every visit. */
const Entry = observer(function Entry({ item, current, depth, onOpen }: EntryProps) {
  const title = useShell().title(item.meta);
  return (
    <li>
      <NavLink item={item} current={current} className="nephra-side-entry" title={title} onOpen={onOpen}>
        {depth === 0 ? <MenuIcon name={item.icon} /> : <Indent depth={depth} />}
        <span className="nephra-side-title">{title}</span>
      </NavLink>
    </li>
  );
});

const Level = observer(function Level({ items, ...level }: LevelProps) {
  const { depth, trail, onOpen } = level;
  return (
    <ul className="nephra-side-level">
      {items.map((item) =>
        (item.children ?? []).length > 0 ? (
          <Directory key={item.id} item={item} {...level} />
        ) : (
          <Entry key={item.id} item={item} current={trail.has(item.id)} depth={depth} onOpen={onOpen} />
        ),
      )}
    </ul>
  );
});

interface SideMenuProps {
  readonly items: readonly MenuItem[];
  readonly trail: readonly MenuItem[];
  /** Called when an entry is opened: closes a panel around the tree. */
  readonly onOpen?: () => void;
}

/** The tree of the side navigation. Directories above the open page unfold by themselves; others stay as the person left them. */
export const SideMenu = observer(function SideMenu({ items, trail, onOpen }: SideMenuProps) {
  const trailIds = trail.map((item) => item.id);
  const trailKey = trailIds.join(' ');
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(trailIds));

  useEffect(() => {
    const above = trailKey.split(' ');
    setOpen((known) => (above.every((id) => known.has(id)) ? known : new Set([...known, ...above])));
  }, [trailKey]);

  const toggle = (id: string) =>
    setOpen((known) => {
      const next = new Set(known);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  return <Level items={items} depth={0} trail={new Set(trailIds)} open={open} toggle={toggle} onOpen={onOpen} />;
});
