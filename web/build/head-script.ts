import { readFile } from 'node:fs/promises'
import { minify, type Plugin, transformWithOxc } from 'vite'

/** Puts a script of the head into `index.html` as text: it has to run before the first paint. */
export function headScript(file: string): Plugin {
  return {
    name: 'head-script',
    async transformIndexHtml(html) {
      const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
      const { code: small } = await minify(file, code)
      return html.replace('<!--head-script-->', () => `<script>${small.trim()}</script>`)
    },
  }
}
