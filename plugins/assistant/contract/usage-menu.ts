/** enCode of the page that shows what the assistant costs. */
export const USAGE_MENU = 'system.assistant';
