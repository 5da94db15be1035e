import type { Entry } from './entry.ts';
import { cards } from './examples/cards.examples.tsx';
import { forms } from './examples/forms.examples.tsx';
import { imports } from './examples/import.examples.tsx';
import { listPages } from './examples/list-pages.examples.tsx';
import { lists } from './examples/lists.examples.tsx';
import { media } from './examples/media.examples.tsx';
import { payments } from './examples/payments.examples.tsx';
import { pickerDialogs } from './examples/picker-dialogs.examples.tsx';
import { pickerFields } from './examples/picker-fields.examples.tsx';
import { shows } from './examples/shows.examples.tsx';

/** Every widget of the kit. */
export const ENTRIES: readonly Entry[] = [
  ...pickerDialogs,
  ...pickerFields,
  ...lists,
  ...listPages,
  ...forms,
  ...imports,
  ...media,
  ...payments,
  ...shows,
  ...cards,
];
