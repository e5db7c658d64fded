import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { scriptsOfRoutes } from './page-scripts.ts'
import { drawViews } from './prerendered-pages.ts'
import { buildDrawing } from './renderer.ts'

/**
 * Writes `pages.json` beside the built files, for the server: for each route the scripts its page needs, and of the pages
 * that visitors come to first the view itself, drawn (docs/decisions/0022-the-first-view-is-drawn-by-the-build.md). In
 * `renderer/` beside it is what the server draws the others with (docs/decisions/0025-a-customers-page-is-drawn-by-the-server.md).
 */
export function pagesAhead(web: string): Plugin {
  return {
    name: 'pages-ahead',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    async writeBundle({ dir = '' }, bundle) {
      const drawView = await buildDrawing(web, join(dir, 'renderer'))
      const pages = { scripts: scriptsOfRoutes(web, bundle), views: await drawViews(drawView) }
      writeFileSync(join(dir, 'pages.json'), JSON.stringify(pages))
    },
  }
}
