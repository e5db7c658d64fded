import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const dist = join(import.meta.dirname, '../../web/dist')

/** The address of the built script of a source file, relative to `web/src`. Matches a URL that ends with it. */
export function scriptOf(source: string): RegExp {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  return new RegExp(`/${manifest[`src/${source}`].file}$`)
}
