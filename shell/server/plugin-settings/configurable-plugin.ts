import type { TextByLanguage } from '@nephra/plugin-sdk/contract';
import type { SettingDocument, SettingField } from '@nephra/plugin-sdk/record';
import type { RegistryConfig } from '@nephra/plugin-sdk/server';

/** A running plugin that declares settings. */
export interface ConfigurablePlugin {
  readonly id: string;
  readonly name: TextByLanguage;
  readonly fields: readonly SettingField[];
  /** Documents of the fields, as its manifest has them. */
  readonly documents: Readonly<Record<string, SettingDocument>>;
  readonly config: RegistryConfig;
}
