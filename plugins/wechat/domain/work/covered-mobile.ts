/** A number with its middle covered; empty stays empty. */
export const coveredMobile = (mobile: string): string => (mobile.length < 7 ? mobile.replace(/./g, '*') : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`);
