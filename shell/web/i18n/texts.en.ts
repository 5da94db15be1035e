import core from './core/en.json' with { type: 'json' };
import frame from './frame/en.json' with { type: 'json' };
import route from './route/en.json' with { type: 'json' };

/** All texts of the shell in one language; fetched as one file. */
export const texts = { ...core, ...frame, route };
