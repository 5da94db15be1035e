/** Links in whatever people wrote open outside of the page, which learns nothing of it and gives nothing to them. */
export const LINK_TARGET = '_blank';
export const LINK_REL = 'noopener noreferrer';
