type Shapes = typeof import('./shapes.ts');

let made: Shapes | undefined;

/** The judge of shapes, made at the first call: its library would cost every process its start. The builder puts what is required here into the program. */
export function shapes(): Shapes {
  made ??= require('./shapes.ts') as Shapes;
  return made;
}
