/** enCode of the page, which is the right to all of its calls; they ask for a system administrator besides. */
export const BUNDLE_PAGE = 'system.bundle';
/** Format of the file as a whole; each part has one of its own. */
export const BUNDLE_FORMAT = 1;
/** Entries that one bundle carries, some five milliseconds each in one transaction, for which others wait on the embedded engine; and parts of it. */
export const MAX_BUNDLE_ROWS = 6_000;
export const MAX_BUNDLE_PARTS = 100;
/** Bytes of the file. It is not packed, so nothing grows when it is read. */
export const MAX_BUNDLE_BYTES = 8_000_000;
/** Levels of lists and objects within the file. */
export const MAX_BUNDLE_DEPTH = 24;
/** Characters of the name of the site that made it, of a public key, and of a value that is shown in a preview. */
export const MAX_SITE_NAME = 100;
export const MAX_PUBLIC_KEY = 500;
export const MAX_SHOWN_VALUE = 300;
/** Other sites whose bundles are taken. */
export const MAX_SIGNERS = 200;
