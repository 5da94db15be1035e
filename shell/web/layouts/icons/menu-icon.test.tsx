import { MENU_ICONS } from '@nephra/plugin-sdk/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { MENU_ICON_DRAWINGS, MenuIcon } from './menu-icon.tsx';

const draw = (name: string, fallback?: 'folder') => renderToStaticMarkup(<MenuIcon name={name} fallback={fallback} />);

describe('menu icons', () => {
  it('has a picture for every name, and no two names share one', () => {
    const pictures = MENU_ICONS.map((name) => draw(name));
    expect(Object.keys(MENU_ICON_DRAWINGS).sort()).toEqual([...MENU_ICONS].sort());
    expect(new Set(pictures).size).toBe(MENU_ICONS.length);
    for (const picture of pictures) expect(picture).toContain('<svg');
  });

  it('draws a name it does not know as a page, or as what the caller says', () => {
    expect(draw('icon-ym icon-ym-system')).toBe(draw('page'));
    expect(draw('', 'folder')).toBe(draw('folder'));
  });

  it('leaves the speaking to the title beside it', () => {
    expect(draw('pharmacy').startsWith('<span class="nephra-menu-icon" aria-hidden="true">')).toBe(true);
  });
});
