/** An SQL file is imported as text; the builder and the test runner load it so. */
declare module '*.sql' {
  const text: string;
  export default text;
}

/**
 * `import migrations from './migrations'`: the SQL files of the folder in the order of their names, for `migrations` of `defineServerPlugin`. The builder and the
 * test runner read the folder; two files with one number and a gap are refused by name.
 */
declare module '*/migrations' {
  const migrations: readonly { readonly name: string; readonly sql: string }[];
  export default migrations;
}
