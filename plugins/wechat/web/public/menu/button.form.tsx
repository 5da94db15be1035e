import { Button, Input, Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { MAX_MENU_NAME, MAX_BELOW_NAME_BYTES, MAX_TOP_NAME_BYTES, MENU_TYPES, type MenuButtonType } from '../../../contract/public/public-limits.ts';
import { bytesOf } from '../../../domain/public/menu-rules.ts';
import type { MpMenuStore } from './mp-menu.store.ts';

type TextName = 'content' | 'url' | 'appId' | 'pagePath';
/** Texts that a button of a kind asks for, with the name of each. */
const TEXTS: Readonly<Record<MenuButtonType, readonly (readonly [name: TextName, label: string])[]>> = {
  click: [['content', 'content']],
  scancode_waitmsg: [['content', 'content']],
  location_select: [['content', 'content']],
  media_id: [['content', 'media']],
  view: [['url', 'url']],
  miniprogram: [
    ['url', 'url'],
    ['appId', 'appId'],
    ['pagePath', 'pagePath'],
  ],
};
const MAX_LENGTHS: Readonly<Record<TextName, number>> = { content: 128, url: 1_024, appId: 64, pagePath: 300 };

/** The chosen entry of the menu. */
export const ButtonForm = observer(function ButtonForm({ store }: { readonly store: MpMenuStore }) {
  const { t } = usePlugin();
  const id = useId();
  const { chosen, place, buttons } = store;
  // With no entry at all the only thing to do is to add one.
  if (buttons.length === 0) return null;
  if (!chosen || !place) return <p className="wx-quiet">{t('mpMenu.choose')}</p>;
  const isTop = place.below === null;
  const hasBelow = isTop && (buttons[place.top]?.children.length ?? 0) > 0;
  const size = t('mpMenu.bytes', { n: bytesOf(chosen.fullName), max: isTop ? MAX_TOP_NAME_BYTES : MAX_BELOW_NAME_BYTES });
  return (
    <div className="wx-menu-form">
      <div className="wx-menu-field">
        <label htmlFor={`${id}-name`}>{t('mpMenu.name')}</label>
        <Input id={`${id}-name`} value={chosen.fullName} maxLength={MAX_MENU_NAME} onChange={(fullName) => store.change({ fullName })} />
        <small className="wx-quiet">{size}</small>
      </div>
      {hasBelow ? (
        <p className="wx-quiet">{t('mpMenu.hasBelow')}</p>
      ) : (
        <>
          <div className="wx-menu-field">
            <span id={`${id}-type`}>{t('mpMenu.type')}</span>
            <Select
              aria-labelledby={`${id}-type`}
              value={chosen.type}
              optionList={MENU_TYPES.map((value) => ({ value, label: t(`mpMenu.types.${value}`) }))}
              onChange={(type) => store.change({ type: type as MenuButtonType })}
            />
          </div>
          {TEXTS[chosen.type].map(([name, label]) => (
            <div key={name} className="wx-menu-field">
              {/* text: one of `TEXTS` */}
              <label htmlFor={`${id}-${name}`}>{t(`mpMenu.${label}`)}</label>
              <Input id={`${id}-${name}`} value={chosen[name]} maxLength={MAX_LENGTHS[name]} onChange={(value) => store.change({ [name]: value })} />
            </div>
          ))}
        </>
      )}
      <div className="wx-acts">
        <Button size="small" onClick={() => store.move(-1)}>
          {t('mpMenu.up')}
        </Button>
        <Button size="small" onClick={() => store.move(1)}>
          {t('mpMenu.down')}
        </Button>
        <Button size="small" type="danger" onClick={() => store.remove()}>
          {t('mpMenu.remove')}
        </Button>
      </div>
    </div>
  );
});
