/** A string that only fits where its own kind of id is asked for. Ids are strings on the wire. */
export type Id<Kind extends string> = string & { readonly __id?: Kind };

export type UserId = Id<'user'>;
export type OrgId = Id<'organization'>;
export type PluginId = Id<'plugin'>;
export type MenuId = Id<'menu'>;
export type FileId = Id<'file'>;
