import { createContext, useContext } from 'react';
import type { Language } from '@nephra/plugin-sdk/contract';
import type { ToastPort } from '../feedback/feedback.port.ts';
import type { LightHttp } from '../net/light-http.ts';
import type { BrowserStorage } from '../storage/browser-storage.ts';
import type { LoginText } from './login-texts.ts';

/** What all parts of the login page work with. */
export interface LoginScope {
  readonly http: LightHttp;
  readonly toast: ToastPort;
  readonly storage: BrowserStorage;
  readonly language: Language;
  readonly t: LoginText;
  /** Why the session before ended; empty when there is nothing to say. */
  readonly notice: string;
  /** Takes a session and goes on to the shell. */
  readonly signedIn: (session: { readonly token: string; readonly theme: string }) => void;
  /** The person began to type: time to fetch what comes next. */
  readonly typing: () => void;
}

const Scope = createContext<LoginScope | null>(null);

export const LoginScopeProvider = Scope.Provider;

export function useLogin(): LoginScope {
  const scope = useContext(Scope);
  if (scope === null) throw new Error('This component must be drawn inside the login page.');
  return scope;
}
