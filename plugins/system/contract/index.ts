/** The only door of this plugin for others. */
export {
  type CachedDictionary,
  type DictionaryDataRecord,
  type DictionaryEntryInfo,
  type DictionaryEntryName,
  type DictionaryEntryNode,
  dictionaryDataContract,
} from './dictionary-data.contract.ts';
export { type AreaNode, type AreaRecord, areaContract } from './area/area.contract.ts';
export { AREA_MENU } from './area/limits.ts';
export { BUNDLE_PAGE } from './bundle/bundle-limits.ts';
export { bundleContract, type BundlePreview } from './bundle/bundle.contract.ts';
export { dictionaryFrames } from './dictionary-frames.ts';
export { type DictionaryTypeInfo, type DictionaryTypeNode, type DictionaryTypeRecord, dictionaryTypeContract } from './dictionary-type.contract.ts';
export { type ConfigView, configContract } from './config/config.contract.ts';
export { DICTIONARY_MENU } from './limits.ts';
export { type CacheRow, cacheContract } from './cache/cache.contract.ts';
export { type MonitorView, monitorContract } from './monitor/monitor.contract.ts';
export { LOG_MENU } from './log/limits.ts';
export { logContract, type LogRow } from './log/log.contract.ts';
export { type MenuInfo, type MenuNode, menuContract } from './menu/menu.contract.ts';
export { moduleButtonContract, moduleColumnContract, moduleFieldContract, moduleFormContract } from './menu/module-item.contract.ts';
