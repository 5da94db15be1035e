import type { KeyboardEvent } from 'react';

/**
 * Whether a key was pressed by itself. Enter takes and opens only so: with Ctrl or another key it belongs to the page around, and while a
 * Chinese word is composed it ends the word.
 */
export const isPlainKey = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && !event.nativeEvent.isComposing;
