/** The text as the database gives it back: what is half a character (a text that was cut) stands as `�`. */
export const wholeCharacters = (text: string): string => text.replace(/\p{Cs}/gu, '\uFFFD');
