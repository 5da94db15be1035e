import { Checkbox } from '@nephra/plugin-sdk/ui';
import './tick-group.css';

export interface TickGroupProps {
  /** Says what is offered; stands in the frame. */
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Values that are ticked. */
  readonly chosen: readonly string[];
  readonly onToggle: (value: string) => void;
  readonly disabled?: boolean;
}

/** What may be taken along with the work in hand: a few ticks in a frame. Many of them scroll and leave the work its room. */
export function TickGroup({ label, options, chosen, onToggle, disabled }: TickGroupProps) {
  return (
    <fieldset className="nk-ticks" disabled={disabled}>
      <legend>{label}</legend>
      {options.map((option) => (
        <Checkbox key={option.value} checked={chosen.includes(option.value)} onChange={() => onToggle(option.value)}>
          {option.label}
        </Checkbox>
      ))}
    </fieldset>
  );
}
