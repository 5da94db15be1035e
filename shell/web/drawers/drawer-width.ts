/** Width of every drawer of the shell in pixels (spec 9). */
export const DRAWER_WIDTH = 280;
