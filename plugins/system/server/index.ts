import { defineServerPlugin, dictionaryEntries, hear, provide } from '@nephra/plugin-sdk/server';
import { dictionaryFrames } from '../contract/dictionary-frames.ts';
import { areaPart } from './area/area.part.ts';
import { billRulePart } from './bill-rule/bill-rule.part.ts';
import { bundlesPart } from './bundle/bundle.part.ts';
import { DeclaredRows, declaredKeeper } from './declared/declared-keeper.ts';
import { fillDemo } from './demo.ts';
import { dictionaryDataRoutes } from './dictionary/dictionary-data.routes.ts';
import { entriesForRules } from './dictionary/dictionary-entries.service.ts';
import { DictionarySnapshots, dictionarySnapshots } from './dictionary/snapshots/dictionary-snapshots.ts';
import { dictionaryTypeRoutes } from './dictionary/dictionary-type.routes.ts';
import { cachePart } from './cache/cache.part.ts';
import { configPart } from './config/config.part.ts';
import { logPart } from './log/log.part.ts';
import { monitorPart } from './monitor/monitor.part.ts';
import { languagePart } from './language/language.part.ts';
import { menuPart } from './menu/menu.part.ts';
import migrations from './migrations';
import { templatePart } from './template/template.part.ts';
import { taskPart } from './task/task.part.ts';
import { type SystemDb, tableSizes } from './tables/tables.ts';

export default defineServerPlugin<SystemDb>({
  schema: 'system',
  migrations,
  tableSizes,
  implementations: [dictionaryTypeRoutes, dictionaryDataRoutes],
  services: [
    provide(declaredKeeper, (ctx) => new DeclaredRows(ctx)),
    provide(dictionaryEntries, entriesForRules),
    provide(dictionarySnapshots, () => new DictionarySnapshots()),
  ],
  sockets: [hear<SystemDb>()(dictionaryFrames, {})],
  // Plugins that come later are seen by the first read after them.
  start: (ctx) => ctx.service(declaredKeeper).keep(),
  demo: fillDemo,
  parts: [areaPart, billRulePart, taskPart, templatePart, menuPart, languagePart, logPart(), monitorPart, cachePart, configPart, bundlesPart()],
});
