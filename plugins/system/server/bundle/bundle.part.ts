import type { ServerPart } from '@nephra/plugin-sdk/server';
import { bundleSizes } from '../tables/bundle.table.ts';
import type { SystemDb } from '../tables/tables.ts';
import { bundleRoutes } from './bundle.routes.ts';
import { areas } from './parts/areas.bundle.ts';
import { configuration } from './parts/config.bundle.ts';
import { dictionaries } from './parts/dictionaries.bundle.ts';
import { languages } from './parts/languages.bundle.ts';
import { defaultColumns, sharedViews } from './parts/list-layouts.bundle.ts';
import { menus } from './parts/menus.bundle.ts';
import { numberRules } from './parts/number-rules.bundle.ts';
import { settingValues } from './parts/plugin-settings.bundle.ts';
import { tasks } from './parts/tasks.bundle.ts';
import { messageTemplates, smsTemplates } from './parts/templates.bundle.ts';
import { texts } from './parts/texts.bundle.ts';

/** What the site has made its own, from one site to another, and what of this plugin goes along. */
export const bundlesPart = (): ServerPart<SystemDb> => ({
  name: 'bundle',
  implementations: [bundleRoutes()],
  extensions: [
    dictionaries,
    areas,
    numberRules,
    menus,
    texts,
    smsTemplates,
    messageTemplates,
    tasks,
    settingValues,
    configuration,
    languages,
    defaultColumns,
    sharedViews,
  ],
  tableSizes: bundleSizes,
});
