import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Inner width of an element, followed while it is shown; undefined before the first measurement. */
export function useWidth<E extends HTMLElement>(): [ref: RefObject<E | null>, width: number | undefined] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    // Hidden (under the lock screen) it has no width; the last one still holds.
    const measure = () => setWidth((known) => element.clientWidth || known);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
