/** SQL files of migrations are imported as text; the builder and the test runner load them so. */
declare module '*.sql' {
  const text: string;
  export default text;
}
