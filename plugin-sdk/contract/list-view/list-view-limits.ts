/** Characters of a view's name. */
export const MAX_VIEW_NAME = 40;
/** Views of one person for one list. */
export const MAX_VIEWS = 30;
/** Views of one person for all lists together. */
export const MAX_VIEWS_OF_PERSON = 300;
/** Search values of a view, in characters of JSON. */
export const MAX_VIEW_FILTER = 8_000;
/** Groups of people that one view is shared with. */
export const MAX_VIEW_SHARES = 20;
