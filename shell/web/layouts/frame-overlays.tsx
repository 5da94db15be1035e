import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import { useShell } from '../shell-context.tsx';
import type { FrameStore } from '../frame.store.ts';

// Drawers and dialogs come when they are first opened: nobody needs them to read a page.
const FeatureDrawer = lazy(() => import('../drawers/feature-drawer.tsx').then((module) => ({ default: module.FeatureDrawer })));
const ExportsDrawer = lazy(() => import('../exports/exports.drawer.tsx').then((module) => ({ default: module.ExportsDrawer })));
const SettingsDrawer = lazy(() => import('../settings/settings.drawer.tsx').then((module) => ({ default: module.SettingsDrawer })));
const AboutDialog = lazy(() => import('../navbar/dialogs/about.dialog.tsx').then((module) => ({ default: module.AboutDialog })));
const StatementDialog = lazy(() => import('../navbar/dialogs/statement.dialog.tsx').then((module) => ({ default: module.StatementDialog })));
const DocumentationDialog = lazy(() => import('../navbar/dialogs/documentation.dialog.tsx').then((module) => ({ default: module.DocumentationDialog })));
const FeedbackDialog = lazy(() => import('../navbar/dialogs/feedback.dialog.tsx').then((module) => ({ default: module.FeedbackDialog })));
const DocumentPreview = lazy(() => import('../preview/document-preview.dialog.tsx').then((module) => ({ default: module.DocumentPreviewDialog })));

const DIALOGS = { about: AboutDialog, statement: StatementDialog, documentation: DocumentationDialog, feedback: FeedbackDialog } as const;

/** What floats above the frame: one drawer, one dialog, the document preview. */
export const FrameOverlays = observer(function FrameOverlays({ frame }: { readonly frame: FrameStore }) {
  const { preview } = useShell();
  const Dialog = frame.dialog === null ? null : DIALOGS[frame.dialog];
  // Each waits for its own code: one that comes would take those away that are open.
  return (
    <>
      <Suspense fallback={null}>
        {frame.drawer === 'settings' && <SettingsDrawer onClose={frame.closeDrawer} />}
        {frame.drawer === 'exports' && <ExportsDrawer onClose={frame.closeDrawer} />}
        {frame.drawer !== null && frame.drawer !== 'settings' && frame.drawer !== 'exports' && (
          <FeatureDrawer kind={frame.drawer} onClose={frame.closeDrawer} />
        )}
      </Suspense>
      <Suspense fallback={null}>{Dialog !== null && <Dialog onClose={frame.closeDialog} />}</Suspense>
      <Suspense fallback={null}>
        {preview.document !== null && <DocumentPreview key={preview.document.fileId} document={preview.document} onClose={preview.close} />}
      </Suspense>
    </>
  );
});
