/** The only door of this plugin for others. */
export {};
