import '../admin.css';
import { observer } from 'mobx-react-lite';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { IconDownloadStroked, IconSearch, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, ListSkeleton, PageFrame, PermissionButton, saveFile, useSlices } from '@nephra/plugin-sdk/widgets';
import { hostContract } from '../../../contract/index.ts';
import { OperationCard } from './operation-card.tsx';
import { type Operation, readOperations, searchOperations } from './openapi-operations.ts';

interface ReadDescription {
  readonly kind: 'ready';
  readonly text: string;
  readonly operations: readonly Operation[];
}
type Description = { readonly kind: 'loading' } | ReadDescription | { readonly kind: 'failed'; readonly error: unknown };

const NONE: readonly Operation[] = [];

/** The document comes without envelope, as a file. */
const textOfAnswer = (answer: unknown): Promise<string> => (answer instanceof Blob ? answer.text() : Promise.resolve(JSON.stringify(answer)));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Cards that come in one piece: all of them at once would hold the browser for longer than a key press may wait. */
const PIECE = 60;

/** Every call of the server, from the contracts it is checked against. */
export const Page = observer(function OpenApiPage() {
  const { t, http } = usePlugin();
  const [description, setDescription] = useState<Description>({ kind: 'loading' });
  const [keyword, setKeyword] = useState('');
  const wanted = useDeferredValue(keyword);

  const load = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const { data } = await http.call(hostContract.routes.openapi, {}, { quiet: true, signal });
        const text = await textOfAnswer(data);
        // Read here, not while the page is drawn: a task of its own.
        if (!signal?.aborted) setDescription({ kind: 'ready', text, operations: readOperations(parseJson(text)) });
      } catch (error) {
        if (!signal?.aborted) setDescription({ kind: 'failed', error });
      }
    },
    [http],
  );
  useEffect(() => {
    const abort = new AbortController();
    void load(abort.signal);
    return () => abort.abort();
  }, [load]);

  const text = description.kind === 'ready' ? description.text : '';
  const operations = description.kind === 'ready' ? description.operations : NONE;
  const shown = useMemo(() => searchOperations(operations, wanted), [operations, wanted]);
  // Hundreds of cards are drawn in pieces between which the browser answers.
  const drawn = useDeferredValue(shown, []);
  const pieces = useSlices(drawn.length, PIECE, PIECE);

  return (
    <PageFrame
      title={t('openapi.title')}
      note={t('openapi.count', { shown: shown.length, total: operations.length })}
      fill={false}
      actions={
        <PermissionButton
          theme="light"
          icon={<IconDownloadStroked aria-hidden />}
          disabled={text === ''}
          onClick={() => saveFile(new Blob([text], { type: 'application/json' }), 'openapi.json')}
        >
          {t('openapi.download')}
        </PermissionButton>
      }
    >
      <p className="nephra-admin-intro">{t('openapi.intro')}</p>
      <div className="nephra-admin-filter">
        <Input
          prefix={<IconSearch aria-hidden />}
          showClear
          value={keyword}
          placeholder={t('openapi.search')}
          aria-label={t('openapi.search')}
          onChange={setKeyword}
        />
      </div>
      {description.kind === 'loading' && <ListSkeleton />}
      {description.kind === 'failed' && <ErrorCard error={description.error} title={t('openapi.loadFailed')} onRetry={() => void load()} />}
      {description.kind === 'ready' && shown.length === 0 && <EmptyState text={t('openapi.empty')} />}
      <div className="nephra-operations">
        {drawn.slice(0, pieces).map((operation) => (
          <OperationCard key={`${operation.method} ${operation.path}`} operation={operation} />
        ))}
      </div>
    </PageFrame>
  );
});
