import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import { fillDemo } from './demo.ts';
import { documentPreviewRoutes, documentRoutes, leaversRoutes } from './documents.routes.ts';
import { documentHolder, documentReader } from './files/document-files.ts';
import migrations from './migrations';
import { type DocumentsDb, tableSizes } from './tables/tables.ts';
import { purgeDocuments } from './trash/purge.job.ts';

export default defineServerPlugin<DocumentsDb>({
  schema: 'documents',
  migrations,
  tableSizes,
  demo: fillDemo,
  implementations: [documentRoutes, leaversRoutes, documentPreviewRoutes],
  extensions: [documentReader, documentHolder],
  jobs: [purgeDocuments],
});
