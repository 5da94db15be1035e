/** Pairs `traditional simplified` of characters, parted by `|`; OpenCC's table without its phrases. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string;
  export default pairs;
}
