import { closedDoor, column, defineTable } from '@nephra/plugin-sdk/server';

/** A site's own wording of a text of shell or plugin. */
export const siteTextTable = defineTable(
  'core.site_text',
  {
    /** `core`, `shell` or the id of a plugin. */
    owner: column.text(64),
    textKey: column.text(300),
    /** `zh`, `zhtw`, `en`, a language of the site, or `*` for all that have no wording of their own. */
    language: column.text(35),
    wording: column.text(2_000),
  },
  { rowsStay: true, scope: closedDoor, key: ['owner', 'textKey', 'language'] },
);

/** Languages that the site added; what they do not say is said in their base. */
export const siteLanguageTable = defineTable(
  'core.site_language',
  {
    /** BCP 47, `vi`. */
    code: column.text(35),
    /** In itself: `Tiếng Việt`. */
    name: column.text(50),
    base: column.choice('zh', 'zhtw', 'en'),
    enabled: column.flag(),
  },
  { rowsStay: true, scope: closedDoor, key: ['code'] },
);
