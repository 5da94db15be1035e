declare module 'systemjs/dist/system.js';
