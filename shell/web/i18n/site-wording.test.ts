import { describe, expect, it } from 'vitest';
import { ShellTexts } from './shell-texts.ts';

async function texts(): Promise<ShellTexts> {
  const made = new ShellTexts({
    zh: async () => ({ texts: { navbar: { profile: '个人信息' } } }),
    zhtw: async () => ({ texts: { navbar: { profile: '個人資訊' } } }),
    en: async () => ({ texts: { navbar: { profile: 'Profile' } } }),
  });
  await made.load('en');
  return made;
}

describe('wording of the site', () => {
  it('stands in place of texts of shell and plugins, and goes when it is taken back', async () => {
    const shown = await texts();
    shown.addPlugin('beds', 'en', { bed: { name: 'Bed' } }, {});
    expect(shown.takeSite('en', { 'shell:navbar.profile': 'Me', 'beds:bed.name': 'Place' })).toBe(true);
    expect([shown.t('navbar.profile', { lng: 'en' }), shown.pluginText('beds', 'bed.name', { lng: 'en' })]).toEqual(['Me', 'Place']);
    expect(shown.takeSite('en', { 'beds:bed.name': 'Spot' })).toBe(true);
    expect([shown.t('navbar.profile', { lng: 'en' }), shown.pluginText('beds', 'bed.name', { lng: 'en' })]).toEqual(['Profile', 'Spot']);
    expect(shown.takeSite('en', {})).toBe(true);
    expect(shown.pluginText('beds', 'bed.name', { lng: 'en' })).toBe('Bed');
  });

  it('of a plugin that came with its wording is taken back, too', async () => {
    const shown = await texts();
    shown.takeSite('en', { 'beds:bed.name': 'Place' });
    shown.addPlugin('beds', 'en', { bed: { name: 'Bed' } }, { 'bed.name': 'Place' });
    expect(shown.pluginText('beds', 'bed.name', { lng: 'en' })).toBe('Place');
    shown.takeSite('en', {});
    expect(shown.pluginText('beds', 'bed.name', { lng: 'en' })).toBe('Bed');
  });

  it('makes nobody draw anew where nothing is said otherwise', async () => {
    const shown = await texts();
    expect(shown.takeSite('en')).toBe(false);
    expect(shown.takeSite('en', {})).toBe(false);
    expect(shown.takeSite('en', { 'shell:navbar.profile': 'Me' })).toBe(true);
    expect(shown.takeSite('en', { 'shell:navbar.profile': 'Me' })).toBe(false);
  });

  it('knows no text that is not there', async () => {
    const shown = await texts();
    shown.takeSite('en', { 'shell:none.such': 'x', 'shell:navbar': 'x' });
    expect([shown.has('none.such', 'en'), shown.t('navbar.profile', { lng: 'en' })]).toEqual([false, 'Profile']);
  });
});
