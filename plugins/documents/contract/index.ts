/** The only door of this plugin for others. */
export { documentContract } from './document.contract.ts';
