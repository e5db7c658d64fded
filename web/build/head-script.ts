import { build, type Plugin } from 'vite'

/** Puts a script of the head, with what it imports, into `index.html` as text: it has to run before the first paint. */
export function headScript(file: string): Plugin {
  return {
    name: 'head-script',
    async transformIndexHtml(html) {
      const script = await bundle(file)
      return html.replace('<!--head-script-->', () => `<script>${script}</script>`)
    },
  }
}

async function bundle(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      copyPublicDir: false,
      rolldownOptions: { input: file, output: { format: 'iife' } },
    },
  })
  if (!('output' in built)) throw new Error(`${file} was not built.`)
  return built.output[0].code.trim()
}
