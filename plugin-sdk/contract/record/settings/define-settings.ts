import { placeOf } from '../place-of.ts';
import type { Field } from '../field.ts';
import type { Fields } from '../record-types.ts';
import { settingFields } from './setting-fields.ts';
import type { SettingDocument, SettingsDocument } from './setting-document.ts';

type WireOf<F> = { readonly [N in keyof F]: F[N] extends Field<infer Wire> ? Wire : never };

/** Where registry.json writes a setting in another way: `{ member: 'priceChangeLimit', values: { off: 0 } }`. */
export interface RegistryReading {
  /** Member of `config`. */
  readonly member: string;
  /** What its texts mean; other values of the member say nothing about this setting. */
  readonly values: Readonly<Record<string, string | number>>;
}

export interface SettingsSpec<I extends Fields, O extends Fields> {
  /** One value for the installation. */
  readonly installation?: I;
  /** A value for each organisation. */
  readonly organisation?: O;
  readonly registry?: Readonly<Partial<Record<NoInfer<keyof I | keyof O>, RegistryReading>>>;
  /**
   * Texts that nobody reads again once they are set: passwords and keys of foreign systems. They are kept sealed, no browser is sent them, audit entries say
   * only that they changed; `ctx.setting` gives them in the open. Kinds `text` and `note`, without `initial`.
   */
  readonly secrets?: readonly NoInfer<keyof I | keyof O>[];
}

/** Settings of a plugin with the types of their values, by name. */
export interface Settings<I, O> {
  readonly document: SettingsDocument;
  // Types alone.
  readonly '~installation'?: I;
  readonly '~organisation'?: O;
}

/**
 * Settings that people change on the page of plugin settings, as fields of the kinds of records. They stand in `contract/settings.ts`, exported as `settings`:
 * the builder leaves that file out of what `plugin.ts` loads in a browser. `plugin.ts` names them in `editableSettings`, the server half reads them with `ctx.setting`.
 *
 * ```ts
 * export const settings = defineSettings({
 *   installation: { reconcileHour: field.int(0, 23).initial(1).label('对账时刻', '對帳時刻', 'Hour of reconciliation') },
 *   organisation: { priceChangeLimit: field.int(0, 1000).initial(30).label(…) },
 * });
 * const hour = await ctx.setting(settings, 'reconcileHour'); // number
 * const limit = await ctx.setting(settings, 'priceChangeLimit', ctx.user.orgId);
 * ```
 *
 * A value comes from the page; where nobody set one there, from the member of the same name of `config` in registry.json; where there is none either, from `initial`.
 * Kinds `text`, `note`, `code`, `int`, `decimal`, `money`, `unitPrice`, `quantity`, `flag`, `day`, `month` and `choice`; true and false in registry.json are a flag's 1 and 0.
 * @throws TypeError with a line for each thing that is wrong
 */
export function defineSettings<const I extends Fields = Record<never, never>, const O extends Fields = Record<never, never>>(
  spec: SettingsSpec<I, O>,
): Settings<WireOf<I>, WireOf<O>> {
  const { installation = {}, organisation = {}, registry = {}, secrets = [] } = spec as SettingsSpec<Fields, Fields>;
  const readings: Readonly<Record<string, RegistryReading | undefined>> = registry;
  const members = [
    ...Object.entries(installation).map(([name, field]) => [name, field, {}] as const),
    ...Object.entries(organisation).map(([name, field]) => [name, field, { perOrganisation: true }] as const),
  ];
  const fields: Record<string, SettingDocument> = {};
  for (const [index, [name, { document }, scope]] of members.entries()) {
    const { label } = document;
    if (!label) throw new TypeError(`SET-001 ${name}: a setting needs a label in three languages`);
    if (Object.hasOwn(fields, name)) throw new TypeError(`SET-002 ${name}: one value for all and a value for each organisation cannot have one name`);
    const reading = readings[name];
    fields[name] = {
      at: placeOf(index),
      ...document,
      label,
      ...(scope as { readonly perOrganisation?: true }),
      ...(secrets.includes(name) && { secret: true as const }),
      ...(reading && { registry: { member: reading.member, values: { ...reading.values } } }),
    };
  }
  const document: SettingsDocument = { kind: 'settings', format: 1, fields };
  settingFields(document);
  return { document };
}
