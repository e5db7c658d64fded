import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pageList } from '@bank/contract/pages'
import { type Manifest, scriptsOf } from '@bank/server/pages/page-scripts'

/** What a browser downloads, gzipped, in KiB; not a number while the screens are not built. */
export type Weight = { readonly name: string; readonly kibibytes: number; readonly budget: number }

/** The most that the styles of all pages together may weigh, in KiB. */
const stylesBudget = 14

/** The JavaScript of every page, and the styles of all of them, with their budgets. */
export function pageWeights(): Weight[] {
  const dist = join(import.meta.dirname, '../../../web/dist')
  const manifest = readManifest(join(dist, '.vite/manifest.json'))
  const sizeOf = (path: string) => gzipSync(readFileSync(join(dist, path))).length / 1_024
  const sum = (paths: readonly string[]) => paths.reduce((total, path) => total + sizeOf(path), 0)
  const styles = manifest
    ? readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.css'))
    : undefined
  return [
    ...pageList.map((page) => {
      const { first, own } = manifest ? scriptsOf(manifest, page) : { first: [], own: [] }
      const scripts = [...first, ...own]
      return {
        name: `JavaScript of the page ${page.path}, gzipped, in ${scripts.length} files`,
        kibibytes: manifest ? sum(scripts) : Number.NaN,
        budget: page.scriptKiBMax,
      }
    }),
    {
      name: 'Styles of all pages, gzipped',
      kibibytes: styles ? sum(styles.map((name) => `assets/${name}`)) : Number.NaN,
      budget: stylesBudget,
    },
  ]
}

function readManifest(file: string): Manifest | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : undefined
}
