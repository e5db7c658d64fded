import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/**
 * Builds the server's renderer into `renderer/` beside the built files: the screens with React's production build, in files that
 * import no package.
 */
export function renderer(web: string): Plugin {
  return {
    name: 'renderer',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    async writeBundle({ dir = '' }) {
      await build({
        configFile: join(web, 'vite.config.ts'),
        logLevel: 'warn',
        ssr: { noExternal: true },
        define: { 'process.env.NODE_ENV': '"production"' },
        build: {
          ssr: join(web, 'src/rendering/render.tsx'),
          outDir: join(dir, 'renderer'),
          emptyOutDir: true,
          copyPublicDir: false,
          manifest: false,
        },
      })
    },
  }
}
