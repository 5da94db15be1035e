import { insuranceRegions, sheetTitles } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, extend, dictionaryWords } from '@nephra/plugin-sdk/server';
import { guangxi } from './guangxi.adapter.ts';
import { gxSheetRoutes } from './print/gx-sheet.routes.ts';
import { sheetTitle } from './sheet-title.ts';

export default defineServerPlugin<never>({
  implementations: [gxSheetRoutes],
  extensions: [extend(insuranceRegions, () => guangxi), extend(sheetTitles, () => sheetTitle), ...dictionaryWords<never>({ sex: 'sex', reimWay: 'reimWay' })],
});
