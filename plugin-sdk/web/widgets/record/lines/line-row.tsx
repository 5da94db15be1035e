import { Button, IconDelete, IconChevronDown, IconChevronUp } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { textIn } from '../../columns/text-table.ts';
import { FormControl } from '../../form-controls/form-control.tsx';
import type { CellItem } from './line-complaints.ts';
import type { FormLine } from './line-values.ts';
import { LINES_TEXTS } from './lines-texts.ts';

export interface LineActs {
  readonly set: (key: string, values: object) => void;
  /** @param focused where the cursor is afterwards: the first of these that is there */
  readonly move: (at: number, to: number, ...focused: readonly string[]) => void;
  readonly remove: (at: number) => void;
}

export interface LineRowProps {
  readonly line: FormLine;
  /** From 0. */
  readonly at: number;
  readonly last: boolean;
  readonly disabled: boolean;
  readonly items: readonly CellItem[];
  /** Names of the cells that must be filled in. */
  readonly required: readonly string[];
  /** What is wrong with a cell; with the whole line where none is named. */
  readonly complaint: (cell?: string) => string | undefined;
  readonly acts: LineActs;
}

/** Controls that are called by the label of their field. */
const CALENDARS: readonly string[] = ['date', 'dateTime', 'month'];

/** Controls of kinds that plugins add know no name of theirs in a line: what is around them has it. */
const Named = ({ name, children }: { readonly name: string | undefined; readonly children: ReactNode }) =>
  name === undefined ? (
    children
  ) : (
    <fieldset aria-label={name} className="nk-line-kind">
      {children}
    </fieldset>
  );

/** One line: its number, its cells, and what is done with it as a whole. */
export const LineRow = observer(function LineRow({ line, at, last, disabled, items, required, complaint, acts }: LineRowProps) {
  const { language } = usePlugin();
  const id = useId();
  const number = at + 1;
  const text = (key: keyof typeof LINES_TEXTS) => textIn(LINES_TEXTS[key], language, { n: number });
  const button = (act: string): string => `[data-line="${line.key}"] [data-act="${act}"]:not(:disabled)`;
  const whole = complaint();
  return (
    <li>
      <fieldset className="nk-line" data-line={line.key} data-invalid={whole !== undefined || undefined}>
        <legend className="nephra-visually-hidden">{text('line')}</legend>
        <span className="nk-line-number" aria-hidden>
          {number}
        </span>
        {items.map((item, column) => {
          if (!(item.visible?.(line as never) ?? true)) return <div key={item.name} className="nk-line-cell" data-cell={item.name} data-hidden />;
          const wrong = complaint(item.name);
          const name = `${item.label} ${number}`;
          const notes = `${id}${item.name}-note`;
          return (
            <div
              key={item.name}
              className="nk-line-cell"
              style={{ '--nk-cell': column + 2 } as CSSProperties}
              data-cell={item.name}
              data-invalid={wrong !== undefined || undefined}
            >
              <span className={required.includes(item.name) || item.required ? 'nk-line-label nk-required' : 'nk-line-label'} aria-hidden>
                {item.label}
              </span>
              <Named name={item.kind === 'custom' ? name : undefined}>
                <FormControl
                  field={{ ...(CALENDARS.includes(item.kind) ? { ...item, label: name } : item), ...(disabled && { disabled: true }) }}
                  values={line as unknown as Readonly<Record<string, never>>} // what a cell holds only its kind knows
                  setValues={(values) => acts.set(line.key, values)}
                  id={`${id}${item.name}`}
                  name={name}
                  invalid={wrong !== undefined}
                  describedBy={wrong === undefined ? undefined : notes}
                />
              </Named>
              {wrong !== undefined && (
                <div id={notes} className="nk-complaint" role="alert">
                  {wrong}
                </div>
              )}
            </div>
          );
        })}
        {!disabled && (
          <div className="nk-line-acts">
            <Button
              theme="borderless"
              icon={<IconChevronUp />}
              aria-label={text('up')}
              data-act="up"
              disabled={at === 0}
              onClick={() => acts.move(at, at - 1, button('up'), button('down'))}
            />
            <Button
              theme="borderless"
              icon={<IconChevronDown />}
              aria-label={text('down')}
              data-act="down"
              disabled={last}
              onClick={() => acts.move(at, at + 1, button('down'), button('up'))}
            />
            <Button theme="borderless" type="danger" icon={<IconDelete />} aria-label={text('remove')} data-act="remove" onClick={() => acts.remove(at)} />
          </div>
        )}
        {whole !== undefined && (
          <div className="nk-complaint nk-line-note" role="alert">
            {whole}
          </div>
        )}
      </fieldset>
    </li>
  );
});
