/** Bundles what runs in a browser: the views of MCP Apps, the dashboard and the welcome page (ARCHITECTURE.md, "The bundle"). */
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const SOURCE = 'src/web';

interface Bundle {
  script: string;
  style: string;
  /** Absolute paths of the bundled source files. */
  files: string[];
}

/** Bundles one entry with its style sheets. */
async function bundle(entry: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(SOURCE, entry)],
    outdir: 'out',
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: ['es2022'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    charset: 'utf8',
  });
  const text = (extension: string) => outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? '';
  return { script: text('.js'), style: text('.css'), files: Object.keys(metafile.inputs).map((path) => resolve(path)) };
}

/** The page of a view: one file without outside requests, as hosts require. */
function viewPage(title: string, { script, style }: Bundle): string {
  // In a script and in a style, only the end tag of the element could end it.
  const inline = (text: string) => text.replaceAll('</', '<\\/').replaceAll('<!--', '<\\!--');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<div id="view"></div>
<script>${inline(script)}</script>
</body>
</html>
`;
}

/** Writes everything for browsers into `dist/web`. Returns the absolute paths of the bundled source files, for the licences. */
export async function buildWeb(dist: string): Promise<string[]> {
  const folder = (name: string) => {
    const path = join(dist, 'web', name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const files: string[] = [];
  const views = folder('views');
  for (const name of readdirSync(join(SOURCE, 'views'), { withFileTypes: true })) {
    if (!name.isDirectory()) continue;
    const built = await bundle(`views/${name.name}/main.tsx`);
    files.push(...built.files);
    writeFileSync(join(views, `${name.name}.html`), viewPage(name.name, built));
  }
  const app = folder('app');
  const dashboard = await bundle('dashboard/main.tsx');
  // Stored as they are sent: a third of their size, in the package and on the way to a browser.
  writeFileSync(join(app, 'dashboard.js.gz'), gzipSync(dashboard.script, { level: 9 }));
  writeFileSync(join(app, 'dashboard.css.gz'), gzipSync(dashboard.style, { level: 9 }));
  copyFileSync(join(SOURCE, 'dashboard/index.html'), join(app, 'index.html'));
  const welcome = await bundle('welcome/welcome.ts');
  writeFileSync(join(folder('welcome'), 'welcome.js'), welcome.script);
  writeFileSync(join(folder('welcome'), 'welcome.css'), welcome.style);
  return [...files, ...dashboard.files, ...welcome.files];
}
