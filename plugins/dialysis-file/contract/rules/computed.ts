/** Why a figure cannot be worked out. Screens have a sentence for each. */
export type WhyNot =
  /** A value is missing, or none that a number can be. */
  | 'missing'
  /** A weight, length or amount that no patient has. */
  | 'implausible'
  /** Minutes that no treatment lasts; hours given for minutes land here. */
  | 'duration'
  /** Urea after the treatment is not below that before. */
  | 'post-not-below-pre'
  /** Hardly any urea is left, so that the logarithm has no value. */
  | 'logarithm';

/** A figure, or why there is none; never NaN, never infinite. */
export type Computed = { readonly value: number; readonly why: null } | { readonly value: null; readonly why: WhyNot };

export const noFigure = (why: WhyNot): Computed => ({ value: null, why });

/** The figure, unless the sum left the numbers. */
export const figure = (value: number): Computed => (Number.isFinite(value) ? { value, why: null } : noFigure('implausible'));

/** Absent inputs of a form are null or undefined. */
export type Input = number | null | undefined;

export const isNumber = (value: Input): value is number => typeof value === 'number' && Number.isFinite(value);

/** Whether a number lies between two others, both included. */
export const within = (value: Input, min: number, max: number): value is number => isNumber(value) && value >= min && value <= max;

/** Treatments last from ten minutes to three days (continuous ones). Four hours given as 4 are refused. */
export const isDuration = (minutes: Input): minutes is number => within(minutes, 10, 4_320);
