import { type TSchema, Type } from '@nephra/plugin-sdk/contract';

/** Shapes that the areas of organisation and permission share. */
export const id = Type.String({ minLength: 1, maxLength: 64 });
export const byId = Type.Object({ id });
/** 0 or 1, as the platform writes flags. */
export const flag = Type.Union([Type.Literal(0), Type.Literal(1)]);
export const flagOf = (on: boolean): 0 | 1 => (on ? 1 : 0);
/** One of some texts. */
export const oneOf = <const Texts extends readonly string[]>(...texts: Texts) =>
  Type.Unsafe<Texts[number]>(Type.Union(texts.map((text) => Type.Literal(text))));
export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
/** What forms, calls and tables hold alike, in characters. */
export const MAX_CODE = 50;
export const MAX_NAME = 50;
export const MAX_DESCRIPTION = 500;
export const MAX_SORT_CODE = 1_000_000;
export const code = Type.String({ minLength: 1, maxLength: MAX_CODE });
export const name = Type.String({ minLength: 1, maxLength: MAX_NAME });
export const description = Type.String({ maxLength: MAX_DESCRIPTION });
export const sortCode = Type.Integer({ minimum: 0, maximum: MAX_SORT_CODE });
/** What a caller read; older clients send none. */
export const seenVersion = Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000_000 }));
/** Milliseconds. */
export const instant = Type.Integer();
export const keyword = Type.Optional(Type.String({ maxLength: 100 }));

/** Answer of a call that writes one record. */
export const saved = Type.Object({ id: Type.String(), version: Type.Integer() });
