/** Fetched on the first print: the shell's own file must not bring the page kit along. */
export { printDocument } from '@nephra/plugin-sdk/widgets';
