import core from './core/zhtw.json' with { type: 'json' };
import frame from './frame/zhtw.json' with { type: 'json' };
import route from './route/zhtw.json' with { type: 'json' };

/** All texts of the shell in one language; fetched as one file. */
export const texts = { ...core, ...frame, route };
