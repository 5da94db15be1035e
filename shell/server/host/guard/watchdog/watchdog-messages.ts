/** What the watchdog's thread is started with. */
export interface WatchdogStart {
  /** One 32-bit number that the main thread raises while it lives. */
  readonly beats: SharedArrayBuffer;
  readonly checkMs: number;
  /** Looks in a row that found no beat, after which the main thread counts as held. */
  readonly stillChecks: number;
  /** Lines of JSON, one for each strike; read and removed at the next start. */
  readonly strikeFile: string;
}

/** What a plugin did that ended the server. */
export interface NewStrike {
  readonly pluginId: string;
  readonly version: string;
  /** `hang`: it held the server's only thread. */
  readonly kind: 'hang';
  /** Name of the function, where it has one. */
  readonly place: string;
}
