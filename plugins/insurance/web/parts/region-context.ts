import { createContext } from 'react';

/** Region of the facility, for what site plugins add beside a settlement; null while nobody knows it. */
export const LineRegion = createContext<string | null>(null);
