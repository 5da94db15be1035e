import type { ComponentType } from 'react';

/** What an example shows the widget going through. */
export const STATES = ['usual', 'multiple', 'empty', 'failed', 'long', 'many', 'required', 'readOnly'] as const;
export type ExampleState = (typeof STATES)[number];

export const AREAS = ['pickers', 'lists', 'forms', 'values', 'pictures', 'layout', 'acts'] as const;
export type Area = (typeof AREAS)[number];

/** One widget in the gallery. Its line of text is `widgets.<name>` of the locale files. */
export interface Entry {
  /** Name under which pages import it. */
  readonly name: string;
  readonly area: Area;
  /** The shortest honest use. */
  readonly code: string;
  readonly states: Partial<Readonly<Record<ExampleState, ComponentType>>>;
}

/** A property as the widget's source declares it. */
export interface PropRow {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
}
