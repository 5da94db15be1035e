/**
 * An index is built many times quicker over all rows than row by row.
 * @param tables whose indexes are dropped first and built again last; those of constraints stay
 * @param statements what fills them; schema `ten` is theirs meanwhile
 */
export const withoutIndexes = (tables, statements) => [
  `create schema ten`,
  `create table ten.index as select kept.indexrelid::regclass::text as name, pg_get_indexdef(kept.indexrelid) as definition from pg_index as kept
     where kept.indrelid = any(array[${tables.map((table) => `'${table}'`).join(', ')}]::regclass[]) and not exists (select from pg_constraint where conindid = kept.indexrelid);
   do $$ declare one text; begin for one in select name from ten.index loop execute 'drop index ' || one; end loop; end $$`,
  ...statements,
  `do $$ declare one text; begin for one in select definition from ten.index loop execute one; end loop; end $$`,
  `drop schema ten cascade`,
];
