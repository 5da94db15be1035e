import { useEffect, useRef, useState } from 'react';

/** So long nothing was typed before it is looked for. */
const PAUSE_MS = 300;

/** What is typed into a search box, at once, and looked for after a pause. */
export function useTypedWord(first: string, search: (word: string) => void): readonly [word: string, type: (word: string) => void] {
  const [word, setWord] = useState(first);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    word,
    (typed) => {
      setWord(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => search(typed), PAUSE_MS);
    },
  ];
}
