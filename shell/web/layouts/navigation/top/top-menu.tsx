import { observer } from 'mobx-react-lite';
import { IconChevronDown } from '@nephra/plugin-sdk/ui';
import type { MenuItem } from '../../../router/route-table.ts';
import { useShell } from '../../../shell-context.tsx';
import { Flyout } from '../../flyout/flyout.tsx';
import { MenuIcon } from '../../icons/menu-icon.tsx';
import { NavLink } from '../nav-link.tsx';
import { PageList } from '../page-list.tsx';
import { SideMenu } from '../side-menu.tsx';
import { splitTopMenu } from './top-overflow.ts';
import { useWidth } from '../../use-width.ts';

interface TopMenuProps {
  readonly items: readonly MenuItem[];
  /** Id of the active top entry. */
  readonly activeId: string | undefined;
  readonly trail: readonly MenuItem[];
  /**
   * Blend layout: a directory hands its children to the left menu instead of floating them (spec 4, top menu).
   */
  readonly onPick?: (item: MenuItem) => void;
}

const isDirectory = (item: MenuItem) => (item.children ?? []).length > 0;

/** Top navigation in slots of 116 px; what does not fit goes behind 更多 ... (spec 4 and 9). */
export const TopMenu = observer(function TopMenu({ items, activeId, trail, onPick }: TopMenuProps) {
  const shell = useShell();
  const [ref, width] = useWidth<HTMLElement>();
  const { shown, more } = splitTopMenu(items, width);
  const trailIds = new Set(trail.map((item) => item.id));

  const classFor = (active: boolean) => (active ? 'nephra-top-entry nephra-top-entry-above' : 'nephra-top-entry');
  const picker = (item: MenuItem, className: string, done?: () => void) => (
    <button
      type="button"
      className={className}
      aria-pressed={item.id === activeId}
      title={shell.title(item.meta)}
      onClick={() => {
        done?.();
        onPick?.(item);
      }}
    >
      <MenuIcon name={item.icon} fallback="folder" />
      <span className="nephra-side-title">{shell.title(item.meta)}</span>
    </button>
  );

  const entry = (item: MenuItem) => {
    const title = shell.title(item.meta);
    const className = classFor(item.id === activeId);
    if (!isDirectory(item)) {
      return (
        <NavLink item={item} current={trailIds.has(item.id)} className={className} title={title}>
          <span className="nephra-side-title">{title}</span>
        </NavLink>
      );
    }
    if (onPick) return picker(item, className);
    return (
      <Flyout
        placement="bottom-start"
        openOn="hover"
        panelClassName="nephra-pages-panel"
        trigger={(props) => (
          <button type="button" className={className} title={title} {...props}>
            <span className="nephra-side-title">{title}</span>
            <IconChevronDown aria-hidden size="extra-small" className="nephra-top-chevron" />
          </button>
        )}
      >
        {(close) => (
          <nav aria-label={shell.t('frame.subNavigation', { name: title })}>
            <PageList items={item.children ?? []} trail={trailIds} onOpen={close} icons />
          </nav>
        )}
      </Flyout>
    );
  };

  return (
    <nav ref={ref} className="nephra-top-menu" aria-label={shell.t('frame.topNavigation')}>
      <ul>
        {shown.map((item) => (
          <li key={item.id}>{entry(item)}</li>
        ))}
        {more.length > 0 && (
          <li>
            <Flyout
              placement="bottom-end"
              openOn="hover"
              panelClassName="nephra-more-panel nephra-slide-lightWhite"
              trigger={(props) => (
                <button type="button" className={classFor(more.some((item) => item.id === activeId))} {...props}>
                  <span className="nephra-side-title">{shell.t('frame.more')}</span>
                </button>
              )}
            >
              {(close) =>
                onPick ? (
                  <ul className="nephra-page-list">
                    {more.map((item) => (
                      <li key={item.id}>
                        {isDirectory(item) ? picker(item, 'nephra-page-entry', close) : <PageList items={[item]} trail={trailIds} onOpen={close} icons />}
                      </li>
                    ))}
                  </ul>
                ) : (
                  <SideMenu items={more} trail={trail} onOpen={close} />
                )
              }
            </Flyout>
          </li>
        )}
      </ul>
    </nav>
  );
});
