import { closedDoor, column, defineTable } from '@nephra/plugin-sdk/server';

/** A site's own wording of a text of shell or plugin. */
export const siteTextTable = defineTable(
  'core.site_text',
  {
    /** `core`, `shell` or the id of a plugin. */
    owner: column.text(64),
    textKey: column.text(300),
    language: column.choice('zh', 'zhtw', 'en'),
    wording: column.text(2_000),
  },
  { rowsStay: true, scope: closedDoor, key: ['owner', 'textKey', 'language'] },
);
