import { Button, IconDownload, Spin } from '@nephra/plugin-sdk/ui';
import { ApiError, createClient } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type PreviewContent, previewContract } from '../../../contract/preview/preview.contract.ts';
import { useShell } from '../../shell-context.tsx';
import { DocumentView } from './document-view.tsx';
import type { PdfFlaw } from './pdf/pdf-engine.ts';
import { type MediaKind, MediaView } from './media-view.tsx';
import { PictureView } from './picture-view.tsx';
import { type PreviewText, usePreviewText } from './preview-texts.ts';
import { SheetView } from './sheet-view.tsx';
import { TextView } from './text-view.tsx';

/** The engine is large and comes with the first PDF that somebody opens. */
const PdfView = lazy(() => import('./pdf/pdf-view.tsx'));

interface DocumentViewerProps {
  readonly fileId: string;
  readonly name: string;
  readonly onDownload: () => void;
}

type Shown =
  | { readonly state: 'loading' }
  /** `again`: another try may succeed. */
  | { readonly state: 'failed'; readonly reason: string; readonly again: boolean }
  | { readonly state: 'content'; readonly content: Exclude<PreviewContent, { kind: 'pdf' | 'picture' | MediaKind | 'none' }> }
  | { readonly state: 'pdf'; readonly file: Blob }
  | { readonly state: 'picture' | MediaKind; readonly address: string };

/** Failures that say nothing about the file. */
const PASSING = ['network', 'timeout', 'core.too-busy'];

/** A stored file, shown by this system itself. */
export const DocumentViewer = observer(function DocumentViewer({ fileId, name, onDownload }: DocumentViewerProps) {
  const { http } = useShell();
  const text = usePreviewText();
  const [shown, setShown] = useState<Shown>({ state: 'loading' });
  const [sheet, setSheet] = useState(0);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the same call
  useEffect(() => {
    const abort = new AbortController();
    let address: string | undefined;
    const load = async () => {
      const calls = createClient(previewContract, http);
      const options = { signal: abort.signal, quiet: true };
      const { data } = await calls.content({ params: { fileName: fileId }, query: { sheet } }, options);
      if (data.kind === 'none') return setShown({ state: 'failed', reason: text('none'), again: false });
      if ('text' in data || 'html' in data || 'rows' in data) return setShown({ state: 'content', content: data });
      if (data.kind === 'audio' || data.kind === 'video') {
        // The player fetches the pieces that it needs: a long film begins at once, and can be looked at from its middle.
        const { url } = (await calls.playLink({ params: { fileName: fileId } }, options)).data;
        if (!abort.signal.aborted) setShown({ state: data.kind, address: http.fileUrl(url) });
        return undefined;
      }
      const { data: file } = await calls.bytes({ params: { fileName: fileId } }, options);
      if (abort.signal.aborted) return;
      if (data.kind === 'pdf') return setShown({ state: 'pdf', file });
      address = URL.createObjectURL(file);
      setShown({ state: data.kind, address });
    };
    load().catch((error: unknown) => {
      if (abort.signal.aborted) return;
      const known = error instanceof ApiError ? error : undefined;
      setShown({ state: 'failed', reason: known?.message || text('failed'), again: known === undefined || PASSING.includes(known.error) });
    });
    return () => {
      abort.abort();
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [http, fileId, sheet, attempt]);

  const flawed = (flaw: PdfFlaw) => setShown({ state: 'failed', reason: text(flaw), again: false });
  const retry = () => {
    setShown({ state: 'loading' });
    setAttempt((before) => before + 1);
  };
  return (
    <div className="nephra-viewer">
      {shown.state === 'loading' && <Waiting text={text} />}
      {shown.state === 'failed' && (
        <div className="nephra-viewer-card" role="alert">
          <p>{shown.reason}</p>
          <span className="nephra-viewer-group">
            {shown.again && <Button onClick={retry}>{text('retry')}</Button>}
            <Button theme="solid" icon={<IconDownload />} onClick={onDownload}>
              {text('download')}
            </Button>
          </span>
        </div>
      )}
      {shown.state === 'pdf' && (
        <Suspense fallback={<Waiting text={text} />}>
          <PdfView name={name} file={shown.file} text={text} onFlaw={flawed} />
        </Suspense>
      )}
      {shown.state === 'picture' && <PictureView name={name} address={shown.address} text={text} onBroken={() => flawed('broken')} />}
      {(shown.state === 'audio' || shown.state === 'video') && (
        <MediaView kind={shown.state} name={name} address={shown.address} text={text} onBroken={() => flawed('broken')} />
      )}
      {shown.state === 'content' && <Content name={name} content={shown.content} sheet={sheet} text={text} onSheet={setSheet} />}
    </div>
  );
});

function Waiting({ text }: { readonly text: PreviewText }) {
  return (
    <div className="nephra-preview-wait">
      <Spin size="large" tip={text('loading')} />
    </div>
  );
}

interface ContentProps {
  readonly name: string;
  readonly content: Extract<Shown, { state: 'content' }>['content'];
  readonly sheet: number;
  readonly text: PreviewText;
  readonly onSheet: (at: number) => void;
}

function Content({ name, content, sheet, text, onSheet }: ContentProps) {
  switch (content.kind) {
    case 'text':
      return <TextView name={name} content={content.text} cut={content.cut} text={text} />;
    case 'document':
      return <DocumentView name={name} {...content} text={text} />;
    case 'sheet':
      // The tab that was pressed is the open one at once, though its sheet is still on its way.
      return <SheetView name={name} sheet={{ ...content, at: sheet }} loading={sheet !== content.at} text={text} onSheet={onSheet} />;
  }
}
