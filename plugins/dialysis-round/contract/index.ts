/** The only door of this plugin for others. */
export { LAB_TESTS, LABS, type LabTest } from './labs.ts';
export { roundContract } from './round.contract.ts';
export { ROUND_MENU, TIMELINE_MENU } from './limits.ts';
export type { RoundDemo } from './demo.schema.ts';
