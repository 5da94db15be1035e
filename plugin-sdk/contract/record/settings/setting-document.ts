import { type Static, Type } from 'typebox';
import { plainFieldDocument } from '../record-document.ts';

const strict = { additionalProperties: false } as const;

/** Settings of one plugin at most. */
export const MAX_SETTINGS = 100;

const name = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]*$', maxLength: 60 });

const settingDocument = Type.Object(
  {
    ...plainFieldDocument.properties,
    /** Each organisation has a value of its own. Default: the installation has one. */
    perOrganisation: Type.Optional(Type.Literal(true)),
    /** Kept sealed and sent to no browser. */
    secret: Type.Optional(Type.Literal(true)),
    /** Member of the plugin's `config` in registry.json that gives its default, and what texts there mean. Default: the member of its own name. */
    registry: Type.Optional(
      Type.Object({ member: name, values: Type.Record(Type.String({ maxLength: 60 }), Type.Union([Type.String(), Type.Number()])) }, strict),
    ),
  },
  strict,
);

/** What `defineSettings` makes: plain data that stands in the manifest. */
export const settingsDocument = Type.Object(
  { kind: Type.Literal('settings'), format: Type.Literal(1), fields: Type.Record(name, settingDocument, { ...strict, maxProperties: MAX_SETTINGS }) },
  strict,
);

export type SettingDocument = Static<typeof settingDocument>;
export type SettingsDocument = Static<typeof settingsDocument>;
