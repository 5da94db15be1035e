import { askToSendOther, usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { type CSSProperties, type FormEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { Alert, SaveFailure } from '../facts/alert.tsx';
import { FormControl } from '../form-controls/form-control.tsx';
import type { Field } from '../form-field.ts';
import { BLOCK_NAME } from './block-name.ts';
import type { FormStore } from './form-store.ts';
import { GroupTitle } from '../facts/group-title.tsx';
import { useKitText } from '../kit-text.ts';
import { useRightCheck } from '../menu/permission-button.tsx';
import './form.css';

export interface FormPanelProps<Values extends object> {
  readonly form: FormStore<Values>;
  /** Columns of the grid; on a phone there is one. Default 2. */
  readonly columns?: number;
  /** Enter in a field, or a submit button inside `children`. */
  readonly onSubmit?: () => void;
  /** Stands below the fields, inside the form. */
  readonly children?: ReactNode;
  /** Puts the cursor into the first field. */
  readonly autoFocus?: boolean;
}

/** The labelled fields of a form store, with complaints at their fields and a guard against leaving with unsaved values. */
function ObservedFormPanel<Values extends object>({ form, columns = 2, onSubmit, children, autoFocus }: FormPanelProps<Values>) {
  const { confirm, guardUnsaved, language } = usePlugin();
  const text = useKitText();
  const frame = useRef<HTMLFormElement>(null);
  const id = useId();
  useEffect(() => guardUnsaved(() => form.dirty, { keptAsDraft: form.keepsDraft }), [guardUnsaved, form]);
  useEffect(() => {
    // What cannot be changed is passed over: the cursor would stay outside of the form.
    if (autoFocus) form.fields.some(({ name }) => !name.startsWith(BLOCK_NAME) && focusField(frame, name));
  }, [autoFocus, form]);
  const granted = useRightCheck();
  // Set while drawing: the first picture must not show a field that is denied. It is the same each time.
  form.limitTo((code) => granted('form', code));
  form.askOtherBy(() => askToSendOther({ confirm, language }));
  const failed = form.state.kind === 'failed' ? form.state.error : null;
  useFocusOnComplaint(frame, form);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit?.();
  };
  return (
    <form ref={frame} className="nk-form" style={{ '--nk-columns': columns } as CSSProperties} noValidate onSubmit={submit}>
      {form.fromDraft && (
        <Alert kind="info" text={text('draftRestored')}>
          <button type="button" className="nk-text-button" onClick={() => form.reset()}>
            {text('discard')}
          </button>
        </Alert>
      )}
      {failed !== null && <SaveFailure error={failed} />}
      <div className="nk-form-grid">
        {form.items.map((item) =>
          item.kind === 'group' ? (
            <div key={`group:${item.label}`} className="nk-form-wide">
              <GroupTitle help={item.help}>{item.label}</GroupTitle>
            </div>
          ) : (
            <FormRow key={item.name} form={form} field={item} id={`${id}${item.name}`} complaint={form.errorText(item.name, language)} />
          ),
        )}
      </div>
      {children}
      {/* Lets Enter submit a form that has no button of its own. */}
      {onSubmit && <input type="submit" hidden aria-hidden tabIndex={-1} />}
    </form>
  );
}

/** Watches the store by itself. */
export const FormPanel = observer(ObservedFormPanel) as typeof ObservedFormPanel;

interface FormRowProps<Values extends object> {
  readonly form: FormStore<Values>;
  readonly field: Field<Values>;
  readonly id: string;
  readonly complaint: string | undefined;
}

function ObservedFormRow<Values extends object>({ form, field, id, complaint }: FormRowProps<Values>) {
  const notes = `${id}-note`;
  const note = complaint ?? field.help;
  return (
    <div className="nk-form-row" data-field={field.name} style={field.span ? { gridColumn: `span min(${field.span}, var(--nk-span-limit))` } : undefined}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a press on the words leads into the control, which keys reach by themselves */}
      <label id={`${id}-label`} htmlFor={id} className={field.required ? 'nk-required' : undefined} onClick={focusUnlabelled}>
        {field.label}
      </label>
      <div className="nk-form-control">
        <FormControl
          field={field}
          values={form.values}
          setValues={(values) => form.setValues(values)}
          id={id}
          labelId={`${id}-label`}
          invalid={complaint !== undefined}
          describedBy={note === undefined ? undefined : notes}
          onHold={(reason) => form.hold(field.name, reason)}
          onBlur={() => form.failureOf(field.name) && form.validate(field.name)}
        />
        <div id={notes} className={complaint === undefined ? 'nk-help' : 'nk-complaint'} role={complaint === undefined ? undefined : 'alert'}>
          {note}
        </div>
      </div>
    </div>
  );
}

const FormRow = observer(ObservedFormRow) as typeof ObservedFormRow;

/** Where a control of several parts wants the cursor. */
const FIRST = '[data-first-focus]';
const TYPED = 'input:not([type=hidden]):not(:disabled)';
const FOCUSABLE = 'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), button:not(:disabled), [tabindex="0"]';

/** Whether the field has something that takes the cursor. */
function focusField(frame: RefObject<HTMLElement | null>, name: string): boolean {
  const row = [...(frame.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])].find((one) => one.dataset.field === name);
  // In a table of many fields the one at fault comes first: the cursor in another would change what was right.
  const at =
    row?.querySelector<HTMLElement>(FIRST) ??
    row?.querySelector<HTMLElement>(`[data-invalid] :is(${FOCUSABLE})`) ??
    row?.querySelector<HTMLElement>(`.nk-form-control :is(${FOCUSABLE})`);
  at?.focus();
  return at !== undefined && at !== null;
}

/** Browsers lead a press on a label only to plain inputs; selects and suggestion fields are built of other elements. */
function focusUnlabelled({ currentTarget: label }: MouseEvent<HTMLLabelElement>): void {
  const control = label.closest('[data-field]')?.querySelector('.nk-form-control');
  if (label.control === null)
    (control?.querySelector<HTMLElement>(FIRST) ?? control?.querySelector<HTMLElement>(TYPED) ?? control?.querySelector<HTMLElement>(FOCUSABLE))?.focus();
}

/** After a refused submit the cursor goes to the first field with a complaint. */
function useFocusOnComplaint<Values extends object>(frame: RefObject<HTMLFormElement | null>, form: FormStore<Values>): void {
  const { refusals } = form;
  const seen = useRef(refusals);
  useEffect(() => {
    if (refusals === seen.current) return;
    seen.current = refusals;
    if (form.firstInvalid !== undefined) focusField(frame, form.firstInvalid);
    // Nothing is wrong with a field: the sentence above the fields says what to do, and must be seen from the end of a long form, too.
    else frame.current?.querySelector('.nk-alert-error')?.scrollIntoView({ block: 'nearest' });
  }, [refusals, form, frame]);
}
