/** What the server notes of a plugin that failed (closed list; each has words on the plugin page). */
export const SERVER_FAULT_KINDS = [
  /** A call, an event, a job, an addition to an extension point, demo data, the stop. */
  ...(['handler', 'event', 'job', 'extension', 'demo', 'stop'] as const),
  /** An error that nobody caught. */
  ...(['exception', 'rejection'] as const),
  /** Of a process of its own: a call without an answer, and how it ended. */
  ...(['not-answered', 'exit', 'crash', 'hang', 'memory', 'channel', 'stopped'] as const),
] as const;
export type ServerFaultKind = (typeof SERVER_FAULT_KINDS)[number];

/** Where a plugin failed, when it was at nothing that has a name of its own. */
export const FAULT_PLACES = ['outside-of-calls', 'process', 'demo-data', 'stop'] as const;
export type FaultPlace = (typeof FAULT_PLACES)[number];
