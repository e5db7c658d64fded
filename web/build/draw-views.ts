import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

/** What a view looks different for: whether there are demo people, and whether the bank can be written to by e-mail. */
type Circumstances = { readonly demo: boolean; readonly supportEmail: boolean }

type Drawing = { readonly drawView: (path: string, circumstances: Circumstances) => Promise<string> }

/** The pages that visitors come to first. */
const paths = ['/', '/register', '/support', '/terms', '/privacy']

/** The views that are drawn ahead, as HTML by path, in all circumstances: the demo as 0 or 1, and the e-mail address. */
export async function drawViews(web: string): Promise<Record<string, Record<string, string>>> {
  // Beside the packages, or what it imports would not be found.
  const outDir = mkdtempSync(join(web, '../node_modules/.drawing-'))
  try {
    await build({
      configFile: join(web, 'vite.config.ts'),
      logLevel: 'warn',
      build: { ssr: join(import.meta.dirname, '../src/draw-view.tsx'), outDir, emptyOutDir: true },
    })
    const { drawView } = (await import(pathToFileURL(join(outDir, 'draw-view.js')).href)) as Drawing
    const views: Record<string, Record<string, string>> = {}
    for (const path of paths) {
      views[path] = {}
      for (const [demo, supportEmail] of [
        [false, false],
        [false, true],
        [true, false],
        [true, true],
      ] as const) {
        views[path][`${Number(demo)}${Number(supportEmail)}`] = await drawView(path, { demo, supportEmail })
      }
    }
    return views
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
