/** Beginning of the names of items that stand between the fields of a form and hold nothing: the cursor never goes there first. */
export const BLOCK_NAME = '#';
