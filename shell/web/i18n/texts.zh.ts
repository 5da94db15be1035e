import core from './core/zh.json' with { type: 'json' };
import frame from './frame/zh.json' with { type: 'json' };
import route from './route/zh.json' with { type: 'json' };

/** All texts of the shell in one language; fetched as one file. */
export const texts = { ...core, ...frame, route };
