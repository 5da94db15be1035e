/** Width of every drawer of the shell in pixels (spec 9); what fills one may ask for more. */
export const DRAWER_WIDTH = 280;
