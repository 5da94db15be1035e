import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { EyeOffSign, EyeSign } from '../login-icons.tsx';
import { useLogin } from '../login-scope.tsx';

interface TextFieldProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  /** Sentence about what is wrong; the field is marked. */
  readonly error?: string;
  readonly secret?: boolean;
  readonly autoComplete: string;
  readonly inputMode?: 'text' | 'numeric' | 'tel';
  readonly maxLength?: number;
  readonly autoFocus?: boolean;
  readonly disabled?: boolean;
  /** Stands at the right end: a captcha picture, a button. */
  readonly children?: ReactNode;
}

/** One line of the login page: icon, input, error below; secret ones can be shown and warn of caps lock. */
export function TextField({ label, icon, value, onChange, onBlur, error, secret = false, children, ...input }: TextFieldProps) {
  const { t } = useLogin();
  const [shown, setShown] = useState(false);
  const [upper, setUpper] = useState(false);
  const id = useId();
  const noteCapsLock = (event: KeyboardEvent) => setUpper(event.getModifierState('CapsLock'));
  return (
    <div className="lg-field">
      <div className={error ? 'lg-line lg-line--error' : 'lg-line'}>
        <span className="lg-line-icon">{icon}</span>
        <input
          {...input}
          id={id}
          // biome-ignore lint/a11y/noAutofocus: the page has one purpose, and its first field is it
          autoFocus={input.autoFocus}
          type={secret && !shown ? 'password' : 'text'}
          value={value}
          placeholder={label}
          aria-label={label}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}note`}
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => {
            setUpper(false);
            onBlur?.();
          }}
          {...(secret ? { onKeyUp: noteCapsLock, onKeyDown: noteCapsLock } : {})}
        />
        {secret && (
          <button
            type="button"
            className="lg-eye"
            onClick={() => setShown(!shown)}
            aria-label={t(shown ? 'login.hidePassword' : 'login.showPassword')}
            aria-pressed={shown}
          >
            {shown ? <EyeOffSign /> : <EyeSign />}
          </button>
        )}
        {children}
      </div>
      <div id={`${id}note`} className={error ? 'lg-note lg-note--error' : 'lg-note'} role={error ? 'alert' : undefined}>
        {error ?? (secret && upper ? t('login.upper') : '')}
      </div>
    </div>
  );
}
