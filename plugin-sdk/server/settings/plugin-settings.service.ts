import { defineService, type TextByLanguage } from '../../contract/index.ts';
import type { SessionUser } from '../context.ts';
import type { SettingValue } from './setting-value.ts';

/** Where a setting of a running plugin stands: for the installation, or for one organisation. */
export interface PluginSettingPlace {
  readonly pluginId: string;
  /** Name of the setting, as the plugin declares it. */
  readonly setting: string;
  /** enCode of the organisation; empty: the installation. */
  readonly orgCode: string;
}

/** A value that somebody set on the page of plugin settings. */
export interface SetPluginSetting extends PluginSettingPlace {
  readonly pluginName: TextByLanguage;
  readonly label: TextByLanguage;
  /** Null of a secret, which nobody is told. */
  readonly value: SettingValue | null;
  readonly secret: boolean;
}

/** Values of the page of plugin settings, named by codes. Offered by the shell to plugins with the privilege `operations`. */
export interface PluginSettings {
  /** Of running plugins, at organisations that are not deleted; what stands in registry.json is not among them. */
  set(): Promise<readonly SetPluginSetting[]>;
  /**
   * Sets one as the page does, in the running transaction; null gives it back to its default.
   * @throws AppError `core.settings-unknown`, `core.setting-unknown`, `core.setting-organisation`, `core.setting-secret`, `core.invalid`
   */
  write(by: Pick<SessionUser, 'userId' | 'userName' | 'language'>, place: PluginSettingPlace, value: SettingValue | null): Promise<void>;
}

export const pluginSettings = defineService<PluginSettings>('core.plugin-settings@1');
