import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pageList } from '@bank/contract/pages'

/** The script in the head of the built app's pages. */
export const headScript = `\n  document.documentElement.classList.toggle('dark', matchMedia('(x)').matches)\n`

/**
 * Writes a small web app like the build does: a page of each name whose script imports `shared-3c4d.js`. `renderer` is the
 * module that renders pages; `files` are more files, by path.
 */
export function writeBuiltApp(
  directory: string,
  renderer: string,
  files: Readonly<Record<string, string | Buffer>> = {},
): void {
  const built = {
    'package.json': '{ "type": "module" }',
    'index.html': html,
    '.vite/manifest.json': JSON.stringify(manifest),
    'renderer/render.js': renderer,
    'assets/main-1a2b.js': 'export const main = true',
    ...files,
  }
  for (const [path, text] of Object.entries(built)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
}

const html = `<!doctype html><title>__TITLE__</title><meta name="bank" content="__PUBLIC_CONFIG__">
<meta name="application-name" content="__BANK_NAME__"><meta name="csp-nonce" content="__CSP_NONCE__">
<meta name="page-start" content="__PAGE_START__"><!--scripts--><script>${headScript}</script>
<script type="module" crossorigin src="/assets/main-1a2b.js"></script>
<body><div id="root"> <!--view--> <p>Loading</p> <!--/view--> </div><aside id="read-only" hidden class="sticky">Read-only</aside><!--state--></body>`

const manifest = {
  'index.html': { file: 'assets/main-1a2b.js' },
  '_shared.js': { file: 'assets/shared-3c4d.js', imports: ['index.html'] },
  'src/layout/adaptive-layout.tsx': { file: 'assets/adaptive-5e6f.js' },
  'src/layout/authenticated-layout.tsx': { file: 'assets/authenticated-5e6f.js' },
  ...Object.fromEntries(
    pageList.map(({ name }) => {
      const file = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      return [`src/any/${file}-page.tsx`, { file: `assets/${file}-7a8b.js`, imports: ['_shared.js'] }]
    }),
  ),
}
