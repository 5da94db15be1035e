/** The builder, as used by `nephra-plugin` and by the build of this repository. */
export { type Doors, readDoors } from './doors/door-names.ts';
export type { LibraryTable } from './chunks/file-table.ts';
export { buildLibraries } from './chunks/library-build.ts';
export { migrationsForBundles } from './migrations-folder.ts';
export { missingTexts, textKeys } from './manifest.ts';
export { brotliSize, integrityOf, writeFiles } from './package-files.ts';
export { buildPlugin, type PluginBuild } from './plugin/plugin-build.ts';
export { BuildProblem } from './problem.ts';
export { locateSdk, type SdkLocation } from './sdk-location.ts';
export { bundleForNode } from './plugin/server-bundle.ts';
export { pdfEngineFiles } from './shell/pdf-engine.ts';
export { buildShell, type WebReport } from './shell/shell-build.ts';

import { manifestSchema } from '../../contract/plugin/manifest.ts';
import { recordOverlay } from '../../contract/record/overlay/overlay-document.ts';
import { recordDocument } from '../../contract/record/record-document.ts';
import { registrySchema } from '../../contract/plugin/registry.ts';

/** JSON schemas that editors and other tools may use. */
export const contractSchemas = { manifest: manifestSchema, record: recordDocument, 'record-overlay': recordOverlay, registry: registrySchema };
