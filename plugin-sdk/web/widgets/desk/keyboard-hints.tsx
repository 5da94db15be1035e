import './keyboard-hints.css';

export interface KeyboardHint {
  readonly keys: readonly string[];
  readonly text: string;
}

/** Which keys do what, in one small line. Hidden where there is no keyboard. */
export function KeyboardHints({ hints }: { readonly hints: readonly KeyboardHint[] }) {
  return (
    <ul className="nk-keys">
      {hints.map(({ keys, text }) => (
        <li key={text}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {text}
        </li>
      ))}
    </ul>
  );
}
