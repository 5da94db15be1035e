import type { ReactNode } from 'react';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly picture: ReactNode;
}

interface ChoiceGroupProps<Value extends string> {
  readonly label: string;
  readonly name: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChoose: (value: Value) => void;
}

/** One of several pictures with names: radio buttons underneath, so that keyboard and screen reader work as they always do. */
export function ChoiceGroup<Value extends string>({ label, name, value, choices, onChoose }: ChoiceGroupProps<Value>) {
  return (
    <fieldset className="nephra-setting-group">
      <legend>{label}</legend>
      <div className={`nephra-choices nephra-choices-${name}`}>
        {choices.map((choice) => (
          <label key={choice.value} className="nephra-choice" title={choice.label}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              className="nephra-visually-hidden"
              onChange={() => onChoose(choice.value)}
            />
            <span className="nephra-choice-picture">{choice.picture}</span>
            <span className="nephra-choice-label">{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
