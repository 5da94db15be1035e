import { type TSchema, Type } from '@nephra/plugin-sdk/contract';

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
export const oneOf = <const V extends readonly string[]>(values: V) => Type.Unsafe<V[number]>(Type.Union(values.map((value) => Type.Literal(value))));
export const id = Type.String({ minLength: 1, maxLength: 64 });
export const byId = Type.Object({ id });
/** `YYYY-MM-DD` */
export const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
/** Yuan, two decimals; negative on reversals. */
export const yuan = Type.Number({ minimum: -9_999_999_999.99, maximum: 9_999_999_999.99 });
export const text = (maxLength: number) => Type.String({ maxLength });
