import { MENU_ICONS } from '@nephra/plugin-sdk/contract';
import { Input } from '@nephra/plugin-sdk/ui';
import { type PageProps, SlotOutlet, usePlugin } from '@nephra/plugin-sdk/web';
import { copyText, EmptyState, PageFrame, useSlices } from '@nephra/plugin-sdk/widgets';
import { useState } from 'react';
import { iconsNamed } from './icon-picker.tsx';
import './menu.css';

/** Pictures that stand at once, and that follow in one piece: what a slow computer lays out and paints in less than 50 ms. */
const FIRST = 32;
const PIECE = 24;

/** All pictures of menus with their names, which a press copies. */
export function Page({ menu }: PageProps) {
  const { t, toast } = usePlugin();
  const [word, setWord] = useState('');
  const names = iconsNamed(word);
  const drawn = useSlices(names.length, FIRST, PIECE);
  const copy = async (name: string): Promise<void> => {
    if (await copyText(name)) toast.success(t('icons.copied', { name }));
    else toast.warning(t('icons.notCopied'));
  };
  return (
    <PageFrame title={menu.fullName}>
      <div className="sys-icon-search">
        <Input value={word} placeholder={t('menu.findIcon')} aria-label={t('menu.findIcon')} showClear onChange={setWord} />
        <span role="status">{t('icons.count', { count: names.length, all: MENU_ICONS.length })}</span>
      </div>
      {names.length === 0 && <EmptyState text={t('menu.noIcon')} />}
      <ul className="sys-icon-list">
        {names.slice(0, drawn).map((name) => (
          <li key={name}>
            <button type="button" aria-label={t('icons.copy', { name })} onClick={() => void copy(name)}>
              <SlotOutlet point="shell/menu-icon@1" props={{ name }} />
              <span>{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </PageFrame>
  );
}
