/** Style sheets are collected by the builder; an import has no value. */
declare module '*.css';
