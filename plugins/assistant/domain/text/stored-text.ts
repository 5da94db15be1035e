/** Halves of characters that stand alone. */
const HALVES = /\p{Surrogate}/gu;

/** A text as the database takes it: without the sign of zero, and without half characters, which a cut in the wrong place leaves. */
export const storedText = (text: string): string => text.replaceAll('\u0000', '').replace(HALVES, '\ufffd');
