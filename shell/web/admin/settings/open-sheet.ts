import { type SettingField, settingFields } from '@nephra/plugin-sdk/record';
import type { Drafts, WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, settingItem, settingToForm, settingToWire, type SettingValues } from '@nephra/plugin-sdk/widgets';
import type { SettingSheet, SettingView } from '../../../contract/plugin-settings.contract.ts';

export type FormContext = Pick<WebContext, 'drafts' | 'language'>;

/** A setting as the page shows it: how it is declared, and its value. */
export interface ShownSetting {
  readonly field: SettingField;
  readonly view: SettingView;
}

/** Values of a plugin at one place, with the form that they are changed in. */
export class OpenSheet {
  readonly settings: readonly ShownSetting[];
  readonly form: FormStore<SettingValues>;
  private readonly initial: SettingValues;

  constructor(
    readonly sheet: SettingSheet,
    ctx: FormContext,
    readOnly: boolean,
    typed: SettingValues,
  ) {
    const views = new Map(sheet.settings.map((view) => [view.name, view]));
    const fields = settingFields({ kind: 'settings', format: 1, fields: Object.fromEntries(sheet.settings.map(({ name, document }) => [name, document])) });
    this.settings = fields.flatMap((field) => {
      const view = views.get(field.name);
      return view ? [{ field, view }] : [];
    });
    this.initial = Object.fromEntries(this.settings.map(({ field, view }) => [field.name, settingToForm(field, view.value)])) as SettingValues;
    this.form = new FormStore<SettingValues>({
      fields: fields.map((field) => settingItem(field, ctx.language, readOnly)),
      initial: this.initial,
      draftKey: `plugin-settings:${sheet.pluginId}:${sheet.orgId}`,
      drafts: this.draftsOf(ctx.drafts),
    });
    if (Object.keys(typed).length > 0) this.form.setValues(typed);
  }

  /** What was entered and not saved. @param without a setting that is left out */
  typed(without?: string): SettingValues {
    return this.differing(this.form.values, without);
  }

  /** Values to be sent: those that differ from what stands. */
  changes(): Record<string, string | number> {
    const typed = this.typed();
    const changed = this.settings.filter(({ field }) => field.name in typed);
    return Object.fromEntries(changed.map(({ field }) => [field.name, settingToWire(field, typed[field.name])]));
  }

  /** Another sheet takes its place: the draft goes with what was typed. */
  end(): void {
    this.form.reset();
  }

  private differing(values: SettingValues, without?: string): SettingValues {
    return Object.fromEntries(Object.entries(values).filter(([name, value]) => name !== without && value !== this.initial[name])) as SettingValues;
  }

  /** What was typed of a secret stays in this window. */
  private withoutSecrets(values: SettingValues): SettingValues {
    const secrets = this.settings.filter(({ field }) => field.secret).map(({ field }) => field.name);
    return Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.includes(name))) as SettingValues;
  }

  /** A draft holds what was typed alone: a value that somebody else has changed since must not come back with it. */
  private draftsOf(drafts: Drafts): Drafts {
    return {
      save: (key, value) => drafts.save(key, this.withoutSecrets(this.differing(value as SettingValues))),
      load: (key) => drafts.load(key),
      clear: (key) => drafts.clear(key),
      keys: (prefix) => drafts.keys(prefix),
    };
  }
}
