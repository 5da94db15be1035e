import { runInAction } from 'mobx';
import type { Language } from '@nephra/plugin-sdk/contract';
import type { ShellTexts } from '../../i18n/shell-texts.ts';
import type { PluginHostStore } from '../../plugins/plugin-host.ts';
import type { SessionStore } from '../session.store.ts';

export interface WordingPorts {
  readonly session: SessionStore;
  readonly settings: { readonly language: Language; readonly siteLanguage: string };
  readonly texts: ShellTexts;
  readonly host: Pick<PluginHostStore, 'contextOf' | 'makeContext'>;
  /** The shell's own texts are others now. */
  readonly redrawShell: () => void;
}

type Change = Readonly<Record<string, string | null>>;

/**
 * Takes what a frame `wordingChanged` says into what is drawn, so that open screens ask for nothing when the site words a text or names an entry of a dictionary.
 * A screen that shows other texts than those before the change, or speaks a language of the site, takes nothing: the server tells it to read everything.
 */
export function takeWordingChange(frame: Readonly<Record<string, unknown>>, { session, settings, texts, host, redrawShell }: WordingPorts): void {
  const { sessionInfo } = session;
  const [rights = '', menus = '', shown = ''] = sessionInfo?.rightsDigest.split('.') ?? [];
  if (!sessionInfo || settings.siteLanguage !== '' || shown !== frame.from) return;
  const change = (frame.texts as Readonly<Record<Language, Change>>)[settings.language];
  const said = Object.entries({ ...texts.wording, ...change }).filter((one): one is [string, string] => one[1] !== null);
  texts.takeSite(settings.language, Object.fromEntries(said));
  const owners = new Set(Object.keys(change).map((name) => name.slice(0, name.indexOf(':'))));
  runInAction(() => {
    session.sessionInfo = { ...sessionInfo, rightsDigest: `${rights}.${menus}.${String(frame.to)}` };
    if (owners.has('shell')) redrawShell();
    for (const id of owners) {
      const context = host.contextOf(id);
      // A new one, so that what this plugin drew follows; all others stay as they are.
      if (context) host.makeContext(id, context);
    }
  });
}
