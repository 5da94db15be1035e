import { defineContract, get, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_SWITCH_REASON } from '../registry.contract.ts';

/** A line of a plugin's log. */
export const pluginLogLine = Type.Object({
  /** Counts up for each plugin since the server started, without a gap that was not left on purpose. */
  number: Type.Integer(),
  /** Milliseconds, as the clock on the wall showed. */
  time: Type.Integer(),
  level: Type.Union([Type.Literal('debug'), Type.Literal('info'), Type.Literal('warn'), Type.Literal('error')]),
  text: Type.String(),
});

/** What one plugin did since this server started. */
export const pluginFigures = Type.Object({
  calls: Type.Integer(),
  /** Answered with a refusal: a right that is missing, a value that is wrong. */
  refused: Type.Integer(),
  /** Ended by a fault, or not answered because the plugin does not run. */
  failed: Type.Integer(),
  /** Errors in the log. */
  errors: Type.Integer(),
  /** Spent in all its calls. */
  milliseconds: Type.Number(),
});
export type PluginFigures = Static<typeof pluginFigures>;

export const pluginDetails = Type.Object({
  figures: pluginFigures,
  /** Where its code runs. */
  process: Type.Object({
    /** `server`: inside of it; `rests`: its own process ended for want of use and starts with the next call; `none`: it has no server half, or does not run. */
    kind: Type.Union([Type.Literal('apart'), Type.Literal('rests'), Type.Literal('server'), Type.Literal('none')]),
    pid: Type.Integer(),
    /** Resident megabytes; 0: unknown. */
    memoryMb: Type.Integer(),
    peakMb: Type.Integer(),
    /** Times that it was started again since the plugin was loaded. */
    restarts: Type.Integer(),
    /** Ids of the other packages of its publisher that run in the same process: what it takes is theirs, too, and they fall together. */
    sharedWith: Type.Array(Type.String()),
    /** Its statements run as a role of the database of its own; false: the parser alone keeps them in. */
    ownRole: Type.Boolean(),
  }),
  /** Oldest first; the last ones alone are kept, in the memory of the server that answers. */
  log: Type.Array(pluginLogLine),
  /** Times within a day that it held the server, newest first. */
  strikes: Type.Array(Type.Object({ time: Type.Integer(), kind: Type.String(), place: Type.String() })),
  /** The version that ran last besides the one that registry.json means and the one in its source. */
  before: Type.Object({
    /** Empty: there is none. */
    version: Type.String(),
    /** Sentence: why it cannot run again; empty: it can. */
    refusal: Type.String(),
  }),
  /** Version that registry.json holds on to, whatever the source has; empty: none. */
  pinned: Type.String(),
  /** Version that the source of a held one has by now; empty: none is held, or it cannot be told before it is taken. */
  inSource: Type.String(),
});
export type PluginDetailsWire = Static<typeof pluginDetails>;

const params = Type.Object({ id: Type.String({ maxLength: 64 }) });

export const pluginDetailsContract = defineContract('pluginDetails', {
  one: get('/api/registry/Plugins/{id}/Details', {
    summary: 'What one plugin did since the server started, its log, and whether the version before can run again',
    need: 'perm:system.plugins',
    audit: 'read',
    params,
    reply: pluginDetails,
  }),
  setVersion: put('/api/registry/Plugins/{id}/Actions/Version', {
    summary: 'Let the version before run again, or the one that the source holds',
    need: 'perm:system.plugins:btn_state',
    audit: 'security',
    retry: 'natural',
    params,
    body: Type.Object({
      version: Type.Union([Type.Literal('before'), Type.Literal('newest')]),
      reason: Type.Optional(Type.String({ maxLength: MAX_SWITCH_REASON })),
    }),
    reply: Type.Null(),
  }),
});
