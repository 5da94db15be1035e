import { Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { ViewDialog } from '@nephra/plugin-sdk/widgets';
import { useId, useState } from 'react';
import { fillTemplate, templateParameters } from '../../domain/template/template-text.ts';
import { MAX_MESSAGE_TITLE } from '../../contract/template/template-limits.ts';
import './template.css';

interface Preview {
  readonly name: string;
  readonly title?: string;
  readonly content: string;
}

/** What a receiver would read: each parameter has a line to type into, and the text follows. */
export function TemplatePreview({ template, onClose }: { readonly template: Preview; readonly onClose: () => void }) {
  const { t } = usePlugin();
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const prefix = useId();
  const names = templateParameters(template.title ?? '', template.content);
  return (
    <ViewDialog title={t('template.previewOf', { name: template.name })} onClose={onClose}>
      <div className="sy-template">
        {names.length > 0 && (
          <div className="sy-template-values">
            {names.map((name) => (
              <label key={name} htmlFor={prefix + name}>
                <span>{name}</span>
                <Input
                  id={prefix + name}
                  maxLength={MAX_MESSAGE_TITLE}
                  value={values.get(name) ?? ''}
                  onChange={(value) => setValues((known) => new Map(known).set(name, value))}
                />
              </label>
            ))}
          </div>
        )}
        <section className="sy-template-shown" aria-label={t('template.shown')} aria-live="polite">
          {template.title !== undefined && <h3>{fillTemplate(template.title, values)}</h3>}
          <p>{fillTemplate(template.content, values)}</p>
        </section>
        <p className="sy-template-hint">{t(names.length > 0 ? 'template.hint' : 'template.noParameters')}</p>
      </div>
    </ViewDialog>
  );
}
