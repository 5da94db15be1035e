import { defineExtension, type TextByLanguage } from '../../contract/index.ts';
import type { RequestContext, ServerContext } from '../context.ts';
import { type ExtensionProvider, extend } from '../define-server-plugin.ts';
import { contextOfReader, type HomeReader } from '../home-cards.ts';

/** A record that a message links to, as one reader sees it. */
export interface ChatLinkRow {
  readonly id: string;
  /** What the link is called: name and number, as the lists of the plugin show them. */
  readonly title: string;
  /** Menu whose page shows it, and what that is asked for. */
  readonly opens: { readonly menu: string; readonly query: Readonly<Record<string, string>> };
}

/** Records of one kind that messages of the chat can link to. A message holds kind and id alone: title and place are asked for whoever reads it, with their rights. */
export interface ChatLinkTarget {
  /** On the wire and in the rows of messages for good: `patient`, `bill`. Unique among all plugins. */
  readonly kind: string;
  readonly title: TextByLanguage;
  /** Those of these that the reader may see; what is hidden from them is left out like what does not exist. At most 100 ids. */
  readonly find: (reader: HomeReader, ids: readonly string[]) => Promise<readonly ChatLinkRow[]>;
  /** The first that the reader may see and that match, at most `limit`. */
  readonly search: (reader: HomeReader, keyword: string, limit: number) => Promise<readonly ChatLinkRow[]>;
}

/** Kinds of records that messages link to, in the order of registry.json. */
export const chatLinkTargets = defineExtension<ChatLinkTarget>('chat.link-target@1', { kind: 'text', title: 'title', find: 'function', search: 'function' });

/** A target whose functions get the plugin's own context as in a call of the person who reads. */
export interface ChatLinkTargetSpec<DB> extends Pick<ChatLinkTarget, 'kind' | 'title'> {
  readonly find: (ctx: RequestContext<DB>, ids: readonly string[]) => Promise<readonly ChatLinkRow[]>;
  readonly search: (ctx: RequestContext<DB>, keyword: string, limit: number) => Promise<readonly ChatLinkRow[]>;
}

/** Lets messages of the chat link to records of this plugin; an entry of `extensions`. */
export const chatLinkTarget = <DB>(target: ChatLinkTargetSpec<DB>): ExtensionProvider<DB> =>
  extend(chatLinkTargets, (ctx: ServerContext<DB>) => ({
    ...target,
    find: (reader, ids) => target.find(contextOfReader(ctx, reader), ids),
    search: (reader, keyword, limit) => target.search(contextOfReader(ctx, reader), keyword, limit),
  }));
