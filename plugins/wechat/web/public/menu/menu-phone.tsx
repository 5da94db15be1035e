import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import type { MpMenuStore } from './mp-menu.store.ts';

/** The menu as a follower sees it; pressing an entry edits it. */
export const MenuPhone = observer(function MenuPhone({ store }: { readonly store: MpMenuStore }) {
  const { t } = usePlugin();
  const { buttons, place } = store;
  const open = place ? buttons[place.top] : undefined;
  return (
    <figure className="wx-phone" aria-label={t('mpMenu.phone')}>
      <figcaption className="wx-phone-head">{t('mpMenu.phoneTitle')}</figcaption>
      <div className="wx-phone-body">
        {buttons.length === 0 && <p className="wx-phone-empty">{t('mpMenu.empty')}</p>}
        {open && open.children.length > 0 && (
          <ul className="wx-phone-below" data-top={place?.top} data-of={buttons.length}>
            {open.children.map((child, below) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id of their own
              <li key={below}>
                <button type="button" aria-pressed={place?.below === below} onClick={() => store.choose({ top: place?.top ?? 0, below })}>
                  {child.fullName || t('mpMenu.unnamed')}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="wx-phone-foot">
        {buttons.map((button, top) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id of their own
            key={top}
            type="button"
            aria-pressed={place?.top === top && place.below === null}
            onClick={() => store.choose({ top, below: null })}
          >
            {button.fullName || t('mpMenu.unnamed')}
          </button>
        ))}
      </div>
    </figure>
  );
});
