import { join } from 'node:path'
import { endpoints } from '@bank/contract/endpoints'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { headScript } from './build/head-script.ts'
import { refuseImportCircles } from './build/import-circles.ts'
import { precompressedFiles } from './build/precompressed-files.ts'
import { renderer } from './build/renderer.ts'
import { scriptGroups } from './build/script-groups.ts'
import { plainIcons, withoutUnusedParts, withoutUnusedToastStyles } from './build/unused-parts.ts'

// The first script of every page names the files of all others: their names would be half a KiB of it.
const chunkFileNames = ({ name }: { name: string }) =>
  `assets/${/^(first|index|rolldown-runtime)$/.test(name) ? '[name]-' : ''}[hash].js`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwind(),
    endpointAddresses(),
    toastStylesFromFile(),
    withoutUnusedParts(),
    withoutUnusedToastStyles(),
    plainIcons(),
    headScript(join(import.meta.dirname, 'src/rendering/head-script.ts')),
    refuseImportCircles(),
    renderer(import.meta.dirname),
    precompressedFiles(),
    placeholdersWhileDeveloping(),
  ],
  build: {
    outDir: 'dist',
    // scripts/set-up/build-web-app.mjs keeps recent assets.
    emptyOutDir: false,
    // The server finds the scripts of each page in it.
    manifest: true,
    target: 'es2023',
    // The versions that Tailwind needs, which know oklch: each colour is written once.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    // The Content-Security-Policy allows no data: fonts or scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What a script loads later names the files to load with it. Every page has these already.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !/\/(first|index|rolldown-runtime)-/.test(file)) : files,
    },
    rolldownOptions: { output: { codeSplitting: scriptGroups, chunkFileNames } },
  },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:3000', ws: true } },
  },
})

/**
 * Of an endpoint the browser needs the method and the path; the schemas would be a tenth of what a visitor loads. Each endpoint is a
 * module of its own, so that it is loaded with the code that calls it.
 */
function endpointAddresses(): Plugin {
  const list = '\0endpoint-addresses'
  const prefix = '\0endpoint-address:'
  const names = Object.keys(endpoints)
  return {
    name: 'endpoint-addresses',
    enforce: 'pre',
    resolveId(id) {
      if (id === '@bank/contract/endpoints') return list
      return id === list || id.startsWith(prefix) ? id : undefined
    },
    load(id) {
      if (id === list) {
        const code = names.map((name) => `export { ${name} } from ${JSON.stringify(prefix + name)}`)
        return {
          code: [`export * as endpoints from ${JSON.stringify(list)}`, ...code].join('\n'),
          moduleSideEffects: false,
        }
      }
      if (!id.startsWith(prefix)) return
      const name = id.slice(prefix.length) as keyof typeof endpoints
      const { method, path } = endpoints[name]
      return { code: `export const ${name} = ${JSON.stringify({ method, path })}`, moduleSideEffects: false }
    },
  }
}

/** sonner writes a style element without a nonce, which the Content-Security-Policy refuses; its CSS file is imported instead. */
function toastStylesFromFile(): Plugin {
  return {
    name: 'toast-styles-from-file',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/sonner/dist/index.mjs')) return
      const call = code.lastIndexOf('__insertCSS("')
      const end = code.indexOf('");', call)
      if (call < 0 || end < 0) this.error('sonner no longer inserts its styles the way this step expects')
      return { code: code.slice(0, call) + code.slice(end + 3), map: null }
    },
  }
}

/** The bank's server fills the placeholders in index.html; the development server shows a name instead. */
function placeholdersWhileDeveloping(): Plugin {
  return {
    name: 'placeholders-while-developing',
    apply: 'serve',
    transformIndexHtml: (html) => html.replaceAll(/__(BANK_NAME|TITLE)__/g, 'Truepenny'),
  }
}
