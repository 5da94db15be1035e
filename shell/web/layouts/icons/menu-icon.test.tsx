import { MENU_ICONS, type MenuIcon as MenuIconName } from '@nephra/plugin-sdk/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { describe, expect, it } from 'vitest';
import { type Drawing, MenuIcon, USUAL_DRAWINGS } from './menu-icon.tsx';
import { OTHER_DRAWINGS } from './other-drawing.tsx';

/** What stands in the end, when all pictures have come. */
const draw = async (name: string, fallback?: 'folder') => await new Response((await prerender(<MenuIcon name={name} fallback={fallback} />)).prelude).text();
const usual = Object.keys(USUAL_DRAWINGS);
const others = Object.keys(OTHER_DRAWINGS);

describe('menu icons', () => {
  it('has a picture for every name, and no two names share one', async () => {
    expect([...usual, ...others].sort()).toEqual([...MENU_ICONS].sort());
    const all: Readonly<Record<MenuIconName, Drawing>> = { ...USUAL_DRAWINGS, ...OTHER_DRAWINGS };
    const pictures = Object.values(all).map((Drawing) => renderToStaticMarkup(<Drawing aria-hidden />));
    expect(new Set(pictures).size).toBe(MENU_ICONS.length);
    for (const picture of pictures) expect(picture).toContain('<svg');
  });

  it('draws a name at once or as soon as its picture has come', async () => {
    expect(renderToStaticMarkup(<MenuIcon name="pharmacy" />)).toContain('<svg');
    for (const name of others) expect(await draw(name)).toContain('<svg');
    expect(await draw('kidney')).not.toBe(await draw('page'));
  });

  it('draws a name it does not know as a page, or as what the caller says', async () => {
    expect(await draw('icon-ym icon-ym-system')).toBe(await draw('page'));
    expect(await draw('', 'folder')).toBe(await draw('folder'));
  });

  it('leaves the speaking to the title beside it', async () => {
    expect((await draw('pharmacy')).startsWith('<span class="nephra-menu-icon" aria-hidden="true">')).toBe(true);
  });
});
