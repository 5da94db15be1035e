import { Input, Select, TextArea } from '@nephra/plugin-sdk/ui';
import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { CronField } from '@nephra/plugin-sdk/widgets';
import { useEffect, useMemo, useState } from 'react';
import { taskContract } from '../../contract/task/task.contract.ts';
import { MAX_BODY, MAX_URL, METHOD } from '../../domain/task/task-content.ts';
import './task.css';

interface TaskContentFieldProps {
  readonly id: string;
  /** JSON, as it is sent. */
  readonly value: unknown;
  /** Of the form around. */
  readonly values: unknown;
  readonly disabled: boolean;
  readonly onChange: (value: never) => void;
}

interface Content {
  readonly cron?: string;
  readonly localHostTaskId?: string;
  readonly url?: string;
  readonly method?: string;
  readonly body?: string;
}

interface Method {
  readonly id: string;
  readonly fullName: string;
  readonly cron: string;
}

/** Whatever cannot be read is filled in anew. */
function contentIn(text: unknown): Content {
  try {
    const read: unknown = JSON.parse(String(text));
    return typeof read === 'object' && read !== null ? (read as Content) : {};
  } catch {
    return {};
  }
}

const isMethod = (values: unknown): boolean => (values as { readonly executeType?: unknown } | null)?.executeType === METHOD;

/** When a task runs, and what it does: a method of a plugin, or the call of an address. */
export function TaskContentField({ id, value, values, disabled, onChange }: TaskContentFieldProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const content = contentIn(value);
  const put = (more: Content): void => onChange(JSON.stringify({ ...content, ...more }) as never);
  return (
    <div className="sys-task">
      <CronField id={id} value={content.cron ?? ''} disabled={disabled} onChange={(cron) => put({ cron })} />
      {isMethod(values) ? (
        <MethodSelect value={content.localHostTaskId ?? ''} disabled={disabled} onChange={(localHostTaskId) => put({ localHostTaskId })} />
      ) : (
        <>
          <div className="sys-task-call">
            <Select
              value={content.method ?? 'GET'}
              disabled={disabled}
              aria-label={t('task.method')}
              optionList={['GET', 'POST'].map((method) => ({ value: method, label: method }))}
              onChange={(method) => put({ method: String(method) })}
            />
            <Input
              value={content.url ?? ''}
              disabled={disabled}
              maxLength={MAX_URL}
              aria-label={t('task.url')}
              placeholder="https://"
              onChange={(url) => put({ url })}
            />
          </div>
          {content.method === 'POST' && (
            <TextArea
              value={content.body ?? ''}
              disabled={disabled}
              maxLength={MAX_BODY}
              rows={3}
              aria-label={t('task.body')}
              placeholder={t('task.body')}
              onChange={(body) => put({ body })}
            />
          )}
          <small className="sys-task-hint">{t('task.urlHint')}</small>
        </>
      )}
    </div>
  );
}

interface MethodSelectProps {
  readonly value: string;
  readonly disabled: boolean;
  readonly onChange: (id: string) => void;
}

function MethodSelect({ value, disabled, onChange }: MethodSelectProps) {
  const ctx = usePlugin();
  const { t, http, report } = ctx;
  const client = useMemo(() => createClient(taskContract, http), [http]);
  const [methods, setMethods] = useState<readonly Method[]>([]);
  useEffect(() => {
    let wanted = true;
    client.methods({}, { quiet: true }).then(
      ({ data }) => wanted && setMethods(data),
      (error: unknown) => report(error, 'task methods'),
    );
    return () => {
      wanted = false;
    };
  }, [client, report]);
  const known = methods.map(({ id, fullName }) => ({ value: id, label: fullName }));
  // The plugin of what stands there may be off.
  const options = value === '' || methods.some(({ id }) => id === value) ? known : [...known, { value, label: value }];
  return (
    <Select
      value={value === '' ? undefined : value}
      disabled={disabled}
      filter
      aria-label={t('task.choose')}
      placeholder={t('task.choose')}
      optionList={options}
      onChange={(id) => onChange(String(id))}
    />
  );
}
