import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';

/** A file that another one loads with it. */
const STATIC = /\brequire\("\.\/([\w-]+\.js)"\)/g;
/** What is loaded when it is needed. */
const DYNAMIC = /\bimport\(("[^"]+")\)/g;

/**
 * The last step of the build, over the CommonJS files of `folder`:
 * - `import('x')` becomes a late `require`: the other way starts Node's ES module loader, which takes longer than all
 *   the rest of a start, and is not to be had for code out of a cache;
 * - white space and comments go; names stay, for those who read a stack;
 * - the many small files that a stdio server needs until a client has its tools become one. Each is still a module of
 *   its own in there, and in its old place stands a line that gives it to whoever else asks.
 */
export function finish(folder: string): void {
  const names = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== 'cli.js');
  const files = new Map(names.map((name) => [name, shorten(readFileSync(join(folder, name), 'utf8'))]));
  // The cache of compiled code is not loaded by a start, but before all that it compiles.
  const first = names.filter((name) => /^(main\.|stdio-|code-cache-)/.test(name));
  if (first.length !== 3) throw new Error(`the build has these files for a start: ${first}`);
  const parts = loadedWith(first, files);
  const build = createHash('sha256')
    .update(JSON.stringify([...files]))
    .digest('hex')
    .slice(0, 32);
  const folded = start(
    parts.map((name) => [name, files.get(name) ?? '']),
    build,
  );
  for (const name of parts) files.set(name, `module.exports=require("./main.js").part("./${name}");\n`);
  files.set('main.js', folded);
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
}

function shorten(text: string): string {
  const options = { minifyWhitespace: true, minifySyntax: true, legalComments: 'none', target: 'node20' } as const;
  return transformSync(text, options).code.replace(DYNAMIC, 'Promise.resolve().then(()=>require($1))');
}

/** These files and all that they load with them. */
function loadedWith(names: readonly string[], files: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    // What is loaded late stands behind an arrow.
    const text = (files.get(name) ?? '').replaceAll(/=>require\("[^"]+"\)/g, '');
    for (const [, next = ''] of text.matchAll(STATIC)) visit(next);
  };
  for (const name of names) visit(name);
  return [...found];
}

/**
 * One file out of several, and the loader of all others: `loader.use` gives it a compiler (`src/cli/loading.ts`). In parentheses, V8 compiles
 * a function when it reads it, and not once more when it runs.
 */
function start(parts: readonly (readonly [name: string, text: string])[], build: string): string {
  const table = parts.map(([name, text]) => `"./${name}":(function(exports,require,module){${text}})`);
  return `"use strict";
const parts={
${table.join(',\n')}
};
const made={};
let compile;
const loader={build:"${build}",folder:__dirname,use(next){compile=next}};
function part(name){
if(made[name])return made[name].exports;
const run=parts[name]??(compile&&name.startsWith("./")?compile(name):undefined);
if(!run)return require(name);
const module=made[name]={exports:{}};
run(module.exports,part,module,__dirname+name.slice(1),__dirname);
return module.exports}
Object.assign(exports,part("./main.js"),{part});
`;
}
