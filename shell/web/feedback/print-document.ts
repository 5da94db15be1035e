/** Fetched on the first print: the cleaning of markup is heavy, and few people print. */
export { printDocument } from '@nephra/plugin-sdk/widgets';
