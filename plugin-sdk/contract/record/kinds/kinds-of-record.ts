import type { AnyRecord } from '../record-types.ts';
import type { KnownKind } from './plugin-kind.ts';

/** Kinds of plugins that the fields of a record have, to compile a variant of it. */
export const kindsOfRecord = ({ fields }: Pick<AnyRecord, 'fields'>): readonly KnownKind[] =>
  fields.flatMap(({ of, cells }) => [...(of.plugin ? [{ name: of.plugin.name, kind: of }] : []), ...(cells ? kindsOfRecord({ fields: cells }) : [])]);
