import { runInAction } from 'mobx';
import { describe, expect, it } from 'vitest';
import { SettingsStore } from '../session/settings.store.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import { openStorage } from '../storage/browser-storage.ts';
import { activeColour, followSettings } from './apply-theme.ts';

function settingsOn(area = memoryStorage()) {
  return new SettingsStore(openStorage(() => area));
}

describe('theme of the document', () => {
  it('[9-19] starts with the default colour and takes the chosen one from then on', () => {
    expect(activeColour({ theme: '#409eff', themeClass: 'blue' })).toBe('#409eff');
    expect(activeColour({ theme: '#1890ff', themeClass: 'blue' })).toBe('#1890ff');
    expect(activeColour({ theme: '#409eff', themeClass: 'red' })).toBe('#f5222d');
  });

  it('[2.4-20] a colour, a size or a language that is chosen shows at once, until it is no longer followed', () => {
    const settings = settingsOn();
    const end = followSettings(settings);
    const accent = () => document.body.style.getPropertyValue('--nephra-accent');
    expect([accent(), document.documentElement.dataset.size, document.documentElement.lang]).toEqual(['rgb(64,158,255)', 'default', 'zh-CN']);
    runInAction(() => {
      settings.set('themeClass', 'purple');
      settings.set('size', 'mini');
      settings.set('language', 'zhtw');
    });
    expect([accent(), document.documentElement.dataset.size, document.documentElement.lang]).toEqual(['rgb(114,46,209)', 'mini', 'zh-TW']);
    end();
    runInAction(() => settings.set('themeClass', 'red'));
    expect(accent()).toBe('rgb(114,46,209)');
  });
});
