import { memo, useMemo, useState } from 'react';
import { useText } from '@nephra/plugin-sdk/web';
import type { Operation } from './openapi-operations.ts';

interface OperationProps {
  readonly operation: Operation;
}

/** What is seen of an open call. */
function OperationBody({ operation }: OperationProps) {
  const t = useText();
  const { method, description } = operation;
  const { parameters, body, reply } = useMemo(() => operation.details(), [operation]);
  return (
    <div className="nephra-operation-body">
      {description !== '' && <p>{description}</p>}
      {parameters.length > 0 && (
        <>
          <h4>{t('openapi.parameters')}</h4>
          <ul>
            {parameters.map((parameter) => (
              <li key={`${parameter.where} ${parameter.name}`}>
                <code>{parameter.name}</code> <code className="nephra-shape">{parameter.shape}</code>{' '}
                <small>
                  {t(`openapi.where.${parameter.where}`)}
                  {parameter.required && ` · ${t('openapi.required')}`}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
      {method !== 'GET' && (
        <>
          <h4>{t('openapi.body')}</h4>
          <pre>{body || t('openapi.noBody')}</pre>
        </>
      )}
      <h4>{t('openapi.reply')}</h4>
      <pre>{reply || t('openapi.noBody')}</pre>
    </div>
  );
}

/** One call: method, path and summary; parameters and shapes on demand. */
export const OperationCard = memo(function OperationCard({ operation }: OperationProps) {
  // The inside is drawn when it is first opened: a system has hundreds of calls.
  const [opened, setOpened] = useState(false);
  const { method, path, summary } = operation;
  return (
    <details className="nephra-operation" onToggle={(event) => setOpened(opened || event.currentTarget.open)}>
      <summary>
        <span className={`nephra-method nephra-method-${method.toLowerCase()}`}>{method}</span>
        <code className="nephra-operation-path">{path}</code>
        <span className="nephra-operation-summary">{summary}</span>
      </summary>
      {opened && <OperationBody operation={operation} />}
    </details>
  );
});
