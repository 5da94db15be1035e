import { complaintText, type SettingField } from '@nephra/plugin-sdk/record';
import { readSettings, wrongDefaults } from '@nephra/plugin-sdk/server';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { boundedWork, StoodTooLong } from '../guard/bounded-work.ts';
import { messageOf, PluginProblem } from '../views/reason.ts';

/** How long the settings of a package from outside may be judged: its own schema, with its own defaults, may take for ever. */
const MAX_OUTSIDE_MS = 2_000;

type Values = Record<string, unknown>;

/** Judges schemas and keeps none: the schema that it does so by takes longer to compile than the settings of all plugins. */
let judge: Ajv | undefined;

/**
 * Checks a plugin's values in registry.json against the schema it declares, filling defaults.
 * @throws PluginProblem naming the member that does not fit.
 */
export function checkSettings(schema: unknown, given: Readonly<Values>): Values {
  const values = structuredClone(given) as Values;
  if (schema === undefined || schema === null) return values;
  // One each: what a plugin names in its schema meets no name of another one.
  const ajv = new Ajv({ strict: false, useDefaults: true, verbose: true, validateSchema: false, code: { optimize: false } });
  (addFormats as unknown as (target: Ajv) => void)(ajv); // the package's types describe its CommonJS shape only
  let fits: boolean;
  try {
    // Its answer would come later, by a promise that nobody hears.
    if ((schema as { readonly $async?: unknown }).$async !== undefined) throw new TypeError('schema is invalid: $async');
    judge ??= new Ajv({ strict: false, code: { optimize: false } });
    judge.validateSchema(schema as object, true);
    fits = ajv.validate(schema as object, values);
  } catch (error) {
    throw new PluginProblem('failed', 'settings-invalid', { reason: messageOf(error) });
  }
  if (!fits) {
    const error = ajv.errors?.[0];
    const member = error?.instancePath.slice(1).replaceAll('/', '.') || 'config';
    // A member that is no longer taken says in its description where it belongs.
    const why = error?.keyword === 'not' ? (error.parentSchema?.description as string | undefined) : undefined;
    throw new PluginProblem('failed', 'settings-invalid', { reason: `${member} ${why ?? error?.message ?? ''}` });
  }
  return values;
}

/**
 * The same for a package from outside, of which nothing is known: within a time limit.
 * @throws PluginProblem naming the member that does not fit, or that it took too long
 */
export function checkOutsideSettings(schema: unknown, given: Readonly<Values>, limitMs = MAX_OUTSIDE_MS): Values {
  // Where it says nothing of its settings, nothing of it is at work: a limit costs a thread for each package of a start.
  if (schema === undefined || schema === null) return checkSettings(schema, given);
  try {
    return boundedWork(limitMs, () => checkSettings(schema, given));
  } catch (error) {
    if (!(error instanceof StoodTooLong)) throw error;
    // It may have been ended in its midst.
    judge = undefined;
    throw new PluginProblem('failed', 'settings-too-long', { seconds: limitMs / 1_000 });
  }
}

/**
 * Settings that people change on a page, as the manifest declares them; what registry.json says about them must fit, as it is their default.
 * @throws PluginProblem naming the setting
 */
export function checkEditableSettings(declared: unknown, config: Readonly<Values>): readonly SettingField[] {
  try {
    const fields = readSettings(declared);
    const [wrong] = wrongDefaults(fields, config);
    if (wrong) throw new TypeError(`${wrong.name} ${complaintText(wrong.complaint, 'en')}`);
    return fields;
  } catch (error) {
    throw new PluginProblem('failed', 'settings-invalid', { reason: messageOf(error) });
  }
}

/** Values that a browser may see: members marked `writeOnly` in the schema stay on the server. */
export function browserSettings(schema: unknown, values: Readonly<Values>): Values {
  const properties = ((schema ?? {}) as { properties?: Record<string, { writeOnly?: boolean }> }).properties ?? {};
  return Object.fromEntries(Object.entries(values).filter(([key]) => properties[key]?.writeOnly !== true));
}
