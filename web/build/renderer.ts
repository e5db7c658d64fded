import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import type { drawView } from '../src/rendering/prerender.tsx'

type DrawView = typeof drawView

const entries = ['../src/rendering/prerender.tsx', '../src/rendering/render.tsx']

/**
 * Builds what draws the screens outside a browser: for this build, which is handed it, and for the server. It needs no
 * package, and holds React as it is when nobody develops.
 */
export async function buildDrawing(web: string, outDir: string): Promise<DrawView> {
  await build({
    configFile: join(web, 'vite.config.ts'),
    logLevel: 'warn',
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: { input: entries.map((file) => join(import.meta.dirname, file)) },
    },
  })
  const built = (await import(pathToFileURL(join(outDir, 'prerender.js')).href)) as {
    drawView: DrawView
  }
  return built.drawView
}
