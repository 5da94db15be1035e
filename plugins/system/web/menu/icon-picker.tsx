import { MENU_ICONS } from '@nephra/plugin-sdk/contract';
import { Input } from '@nephra/plugin-sdk/ui';
import { SlotOutlet, usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState } from '@nephra/plugin-sdk/widgets';
import { useState } from 'react';
import './menu.css';

export interface IconPickerProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** Pictures of the shell's set whose names hold a word. */
export const iconsNamed = (word: string): readonly string[] => MENU_ICONS.filter((name) => name.includes(word.trim().toLowerCase()));

/** All pictures that a menu entry may have, to choose one of. */
export function IconPicker({ id, value, onChange }: IconPickerProps) {
  const { t } = usePlugin();
  const [word, setWord] = useState('');
  const names = iconsNamed(word);
  return (
    <div className="sys-icons">
      <Input id={id} value={word} placeholder={t('menu.findIcon')} showClear onChange={setWord} />
      {names.length === 0 && <EmptyState text={t('menu.noIcon')} />}
      <div className="sys-icon-grid" role="radiogroup" aria-label={t('menu.icon')}>
        {names.map((name) => (
          <label key={name} className={name === value ? 'sys-icon sys-icon-chosen' : 'sys-icon'} title={name}>
            <input type="radio" name={`${id}-icon`} checked={name === value} aria-label={name} onChange={() => onChange(name)} />
            <SlotOutlet point="shell/menu-icon@1" props={{ name }} fallback={name} />
          </label>
        ))}
      </div>
    </div>
  );
}
