import { defineService, type Language } from '../../contract/index.ts';
import type { TextTree } from './texts.ts';

/** Texts of one owner as it brings them. */
export interface OwnedTexts {
  /** `core` (server of the shell), `shell` (its browser half) or the id of a plugin. */
  readonly owner: string;
  readonly trees: Partial<Readonly<Record<Language, TextTree>>>;
}

export interface SiteWording {
  readonly owner: string;
  /** Dotted: `dictionary.title`. */
  readonly key: string;
  readonly language: Language;
  readonly wording: string;
}

/** All texts of shell and running plugins, and a site's own wording of them. Given to plugins with the privilege `identity`. */
export interface SiteTexts {
  owned(): Promise<readonly OwnedTexts[]>;
  wordings(): Promise<readonly SiteWording[]>;
  /** Writes wordings in the running transaction; an empty one is taken back. Open screens show them within seconds, without a reload. */
  write(wordings: readonly SiteWording[]): Promise<void>;
}

export const siteTexts = defineService<SiteTexts>('core.site-texts@1');
