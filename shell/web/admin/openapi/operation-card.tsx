import { memo, useState } from 'react';
import { useText } from '@nephra/plugin-sdk/web';
import type { Operation } from './openapi-operations.ts';

/** One call: method, path and summary; parameters and shapes on demand. */
export const OperationCard = memo(function OperationCard({ operation }: { readonly operation: Operation }) {
  const t = useText();
  // The inside is drawn when it is first opened: a system has hundreds of calls.
  const [opened, setOpened] = useState(false);
  const { method, path, summary, description, parameters, body, reply } = operation;
  return (
    <details className="nephra-operation" onToggle={(event) => setOpened(opened || event.currentTarget.open)}>
      <summary>
        <span className={`nephra-method nephra-method-${method.toLowerCase()}`}>{method}</span>
        <code className="nephra-operation-path">{path}</code>
        <span className="nephra-operation-summary">{summary}</span>
      </summary>
      {opened && (
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
      )}
    </details>
  );
});
