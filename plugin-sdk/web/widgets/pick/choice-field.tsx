import { IconChevronDown, IconClose } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { type ChoiceFieldProps, type ChoiceSource, emitChoice, idsOfValue, type Picked } from './choice.ts';
import { useKitText } from '../kit-text.ts';
import { nameCacheOf } from '../name-cache.ts';
import './choice-field.css';
import './choice.css';

/** Names that stand in a field of several; the rest is a number. */
const MAX_TAGS = 3;

interface ChoiceFieldShellProps {
  readonly field: ChoiceFieldProps;
  readonly source: ChoiceSource;
  readonly title: string;
  readonly popup: 'dialog' | 'tree';
  readonly open: boolean;
  readonly onOpen: () => void;
  /** Somebody turns to the field: what it opens may be fetched. */
  readonly onNear: () => void;
  readonly opener: RefObject<HTMLButtonElement | null>;
}

/** Chosen entries with the names that are known now. */
export function usePicked(field: ChoiceFieldProps, source: ChoiceSource): readonly (Picked & { readonly state: 'known' | 'out' | 'gone' | 'waiting' })[] {
  const { http } = usePlugin();
  const text = useKitText();
  const cache = nameCacheOf(http, source);
  const ids = idsOfValue(field);
  const given = new Map((field.names ?? []).map((name) => [name.id, name.fullName]));
  const missing = ids.filter((id) => !given.has(id));
  const asked = missing.join();
  useEffect(() => {
    if (asked !== '') cache.want(asked.split(','));
  }, [asked, cache]);
  return ids.map((id) => {
    const name = cache.get(id);
    if (name) return { id, fullName: name.fullName, state: name.enabledMark === 0 ? 'out' : 'known' };
    const own = given.get(id);
    if (own !== undefined) return { id, fullName: own, state: 'known' };
    return name === null ? { id, fullName: text('unknownName'), state: 'gone' } : { id, fullName: '…', state: 'waiting' };
  });
}

/** The closed field of every picker: names of what is chosen, a button to empty it, one that opens. */
export const ChoiceFieldShell = observer(function ChoiceFieldShell({ field, source, title, popup, open, onOpen, onNear, opener }: ChoiceFieldShellProps) {
  const { http } = usePlugin();
  const text = useKitText();
  const cache = nameCacheOf(http, source);
  const picked = usePicked(field, source);
  const clearable = picked.length > 0 && !field.required && !field.disabled;
  const empty = () => {
    emitChoice(field, []);
    opener.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') onOpen();
    else if ((event.key === 'Delete' || event.key === 'Backspace') && clearable) empty();
    else return;
    event.preventDefault();
  };
  const failed = cache.failure !== null && picked.some(({ state }) => state === 'waiting');
  const tags = field.multiple ? picked.slice(0, MAX_TAGS) : picked.slice(0, 1);
  return (
    <div className="nk-choice-field" data-invalid={field.invalid || undefined} data-disabled={field.disabled || undefined} onPointerEnter={onNear}>
      <button
        ref={opener}
        id={field.id}
        type="button"
        className="nk-choice-open"
        disabled={field.disabled}
        aria-haspopup={popup}
        aria-expanded={open}
        aria-label={fieldLabel(field.label ?? title, picked)}
        aria-describedby={field.describedBy}
        onClick={onOpen}
        onFocus={onNear}
        onBlur={field.onBlur}
        onKeyDown={handleKey}
      >
        {field.inset !== undefined && <span className="nk-inset">{field.inset}</span>}
        {picked.length === 0 && <span className="nk-choice-hint" data-hint={field.placeholder ?? text('select')} />}
        {tags.map(({ id, fullName, state }) => (
          <span
            key={id}
            className={field.multiple ? 'nk-choice-tag' : undefined}
            data-out={state === 'known' ? undefined : state}
            title={state === 'out' ? `${fullName} · ${text('outOfService')}` : fullName}
          >
            {fullName}
          </span>
        ))}
        {picked.length > tags.length && <span className="nk-choice-tag">+{picked.length - tags.length}</span>}
      </button>
      {failed && (
        <button type="button" className="nk-text-button" title={text('namesFailed')} onClick={() => cache.retry()}>
          {text('retry')}
        </button>
      )}
      {clearable && (
        <button type="button" className="nk-choice-x" tabIndex={-1} aria-label={text('clearSelection')} onClick={empty}>
          <IconClose size="small" />
        </button>
      )}
      <IconChevronDown size="small" className="nk-choice-end" />
    </div>
  );
});

const fieldLabel = (label: string, picked: readonly Picked[]): string =>
  picked.length === 0 ? label : `${label}: ${picked.map((one) => one.fullName).join(', ')}`;
