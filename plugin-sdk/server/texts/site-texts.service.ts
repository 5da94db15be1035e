import { defineService, type Language } from '../../contract/index.ts';
import type { TextTree } from './texts.ts';

/** Texts of one owner as it brings them. */
export interface OwnedTexts {
  /** `core` (server of the shell), `shell` (its browser half) or the id of a plugin. */
  readonly owner: string;
  readonly trees: Partial<Readonly<Record<Language, TextTree>>>;
}

/** In place of a language: in all that have no wording of their own. The name that a site gave an entry of a dictionary is of that kind. */
export const EVERY_LANGUAGE = '*';

export interface SiteWording {
  readonly owner: string;
  /** Dotted: `dictionary.title`. */
  readonly key: string;
  /** A `Language`, the code of a `SiteLanguage`, or `EVERY_LANGUAGE`. */
  readonly language: string;
  readonly wording: string;
}

/** A language that the site added to the three of the product. */
export interface SiteLanguage {
  /** BCP 47, `vi`. */
  readonly code: string;
  /** In itself: `Tiếng Việt`. */
  readonly name: string;
  /** Says what it does not say, and gives dates, numbers and the words of components. */
  readonly base: Language;
  /** People can choose it. */
  readonly enabled: boolean;
}

/** All texts of shell and running plugins, and a site's own wording of them. Given to plugins with the privilege `identity`. */
export interface SiteTexts {
  owned(): Promise<readonly OwnedTexts[]>;
  /** What languages of the site say besides: `login`, the page of sign-in, and `menu`, names of menus by their code. Wordings of them in the product's languages are shown nowhere. */
  saidBesides(): Promise<readonly OwnedTexts[]>;
  wordings(): Promise<readonly SiteWording[]>;
  /** Writes wordings in the running transaction; an empty one is taken back. Open screens show them within seconds, without a reload. */
  write(wordings: readonly SiteWording[]): Promise<void>;
  languages(): Promise<readonly SiteLanguage[]>;
  /** Adds one, or changes it. */
  keepLanguage(language: SiteLanguage): Promise<void>;
  /** Takes it away with its wordings; who speaks it goes on in its base. */
  removeLanguage(code: string): Promise<void>;
}

export const siteTexts = defineService<SiteTexts>('core.site-texts@1');
