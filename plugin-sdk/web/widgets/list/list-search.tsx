import { Button } from '@nephra/plugin-sdk/ui';
import { observer } from 'mobx-react-lite';
import { type CSSProperties, type FormEvent, type ReactNode, type RefObject, useId, useState } from 'react';
import { pixelsOf } from '../columns/table-columns.ts';
import { FormControl } from '../form-controls/form-control.tsx';
import type { SearchField } from '../form-field.ts';
import { useKitText } from '../kit-text.ts';
import type { ListStore } from './list-store.ts';
import './list-search.css';

interface ListSearchProps<Row, Filter extends object> {
  /** What is searched; tells several searches of one page apart. */
  readonly label: string;
  readonly store: ListStore<Row, Filter>;
  /** Those whose `visible` says no are left out. */
  readonly fields: readonly SearchField<Partial<Filter>>[];
  readonly frame: RefObject<HTMLFormElement | null>;
  /** Stands at the right end. */
  readonly children?: ReactNode;
}

/** Fields that show before "more"; on a phone it is one. */
const SHOWN = 4;
/** Kinds whose choice is an act by itself; the others wait for Enter or the button. */
const AT_ONCE: readonly string[] = ['select', 'multiSelect', 'radio', 'date', 'dateTime', 'month', 'dateRange', 'switch'];

/** What stands beside the words in a field. */
const BESIDE_WORDS = 40;

/** Room for the label and for all of what the field says can be searched; an empty field that says half of it helps nobody. */
const roomFor = ({ label, placeholder = '' }: { readonly label: string; readonly placeholder?: string }): CSSProperties =>
  ({ '--nk-words': `${placeholder === '' ? 0 : pixelsOf(label) + pixelsOf(placeholder) + BESIDE_WORDS}px` }) as CSSProperties;

function ObservedListSearch<Row, Filter extends object>({ label, store, fields: all, frame, children }: ListSearchProps<Row, Filter>) {
  const fields = all.filter(({ visible }) => visible?.(store.draft) ?? true);
  const text = useKitText();
  const id = useId();
  const [open, setOpen] = useState(false);
  const shown = open ? fields : fields.slice(0, SHOWN);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void store.search();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of some years ago do not know <search>
    <form ref={frame} className="nk-search" role="search" aria-label={label || undefined} data-open={open} onSubmit={submit}>
      {shown.map((field) => (
        <div
          key={field.name}
          className="nk-search-field"
          data-kind={field.kind}
          data-wide={field.kind === 'dateRange' || (field.span ?? 1) > 1 || undefined}
          style={roomFor(field)}
        >
          <FormControl
            field={field}
            values={store.draft}
            id={`${id}${field.name}`}
            inset
            setValues={(values) => {
              if (AT_ONCE.includes(field.kind)) void store.search(values);
              else store.setDraft(values);
            }}
          />
        </div>
      ))}
      <div className="nk-search-buttons">
        <Button htmlType="submit" theme="solid" type="primary">
          {text('search')}
        </Button>
        <Button theme="light" type="tertiary" onClick={() => void store.resetSearch()}>
          {text('reset')}
        </Button>
        {fields.length > 1 && (
          <Button
            className="nk-search-more"
            data-few={fields.length <= SHOWN || undefined}
            theme="borderless"
            type="primary"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {text(open ? 'collapseSearch' : 'expandSearch')}
          </Button>
        )}
      </div>
      {children && <div className="nk-search-tools">{children}</div>}
    </form>
  );
}

/** Search form of a list. Choices search at once, text waits for Enter or the button. */
export const ListSearch = observer(ObservedListSearch) as typeof ObservedListSearch;
