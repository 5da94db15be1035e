import { pageOf, type TSchema, Type } from '@nephra/plugin-sdk/contract';

/** A page of a list that is one for all facilities; `keeps`: the caller's organisations are enough to change it, permissions apart. */
export const sharedListOf = <Row extends TSchema>(row: Row) => Type.Object({ ...pageOf(row).properties, keeps: Type.Boolean() });
