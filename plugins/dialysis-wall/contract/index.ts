/** The only door of this plugin for others. */
export { wallContract } from './wall.contract.ts';
export { wallFrames } from './wall.frames.ts';
