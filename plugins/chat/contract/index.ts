/** The only door of this plugin for others. */
export { chatContract } from './conversation.contract.ts';
export { chatFrames } from './chat-frames.ts';
export { groupContract } from './group.contract.ts';
