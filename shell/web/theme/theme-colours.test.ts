import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast, parseHex, type Rgb } from './colour.ts';
import { TOP_SLOT_WIDTH } from '../layouts/navigation/top/top-overflow.ts';
import { THEME_CLASSES } from '../session/settings.store.ts';
import { DEFAULT_THEME, FALLBACK_THEME, THEME_COLOURS, themeColour, themeVariables } from './theme-colours.ts';

const channels = (value: string | undefined): Rgb => {
  const [red = 0, green = 0, blue = 0] = (value ?? '')
    .replace(/^rgb\(|\)$/g, '')
    .split(',')
    .map(Number);
  return [red, green, blue];
};

it('[9-16] the sidebar is 210 px wide, drawers 280; the slot of the top menu is what its entries are counted by', () => {
  const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');
  const width = (name: string) => new RegExp(`--nephra-${name}: (\\d+)px;`).exec(css)?.[1];
  expect([width('sidebar-width'), width('drawer-width'), width('top-slot')]).toEqual(['210', '280', String(TOP_SLOT_WIDTH)]);
});

describe('theme colours', () => {
  it('[2.4-20] offers eight colours, blue first', () => {
    expect(THEME_CLASSES).toEqual(['blue', 'purple', 'azure', 'ocean', 'green', 'yellow', 'orange', 'red']);
  });

  it('[9-19] has the values of the constants table, the default and the fallback', () => {
    expect(THEME_COLOURS).toMatchObject({ purple: '#722ed1', azure: '#211bce', blue: '#1890ff', ocean: '#13c2c2', green: '#3eac12', yellow: '#f8bc18' });
    expect(THEME_COLOURS).toMatchObject({ orange: '#f5811c', red: '#f5222d' });
    expect(themeColour('')).toBe(DEFAULT_THEME);
    expect(themeColour('no such theme')).toBe(FALLBACK_THEME);
    expect(themeColour('#ABCDEF')).toBe('#abcdef');
  });

  it.each(THEME_CLASSES)('keeps text and buttons readable in %s', (themeClass) => {
    const variables = themeVariables(themeClass);
    const white: Rgb = [255, 255, 255];
    const text = channels(variables['--semi-blue-5']);
    expect(contrast(text, white)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(text, channels(variables['--semi-blue-0']))).toBeGreaterThanOrEqual(4.5);
    // The page, a light button on it at rest, and one under the mouse.
    for (const grey of ['#f3f5f8', '#e9ebee', '#e1e3e7']) expect(contrast(text, parseHex(grey) ?? white)).toBeGreaterThanOrEqual(4.5);
    for (const state of ['--nephra-solid', '--nephra-solid-hover', '--nephra-solid-active']) {
      expect(contrast(channels(variables[state]), channels(variables['--nephra-on-solid']))).toBeGreaterThanOrEqual(4.5);
    }
    expect(channels(variables['--nephra-accent'])).toEqual(parseHex(THEME_COLOURS[themeClass]));
  });

  it('darkens from rest to hover to pressed', () => {
    const variables = themeVariables('blue');
    const sum = (step: number) => channels(variables[`--semi-blue-${step}`]).reduce((a, b) => a + b, 0);
    expect(sum(5)).toBeGreaterThan(sum(6));
    expect(sum(6)).toBeGreaterThan(sum(7));
    expect(sum(0)).toBeGreaterThan(sum(1));
  });
});
