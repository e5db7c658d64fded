import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pageList } from '@bank/contract/pages'
import { type Manifest, scriptsOf } from '../src/pages/page-scripts.ts'

/** What a browser downloads, gzipped, and the most that it may be, in KiB. */
export type Weight = { readonly name: string; readonly kibibytes: number; readonly budget: number }

/** The most that the styles of all pages together may weigh, in KiB. */
const stylesBudget = 14

/** The JavaScript of every page, and the styles of all of them, as they are built. */
export function pageWeights(): Weight[] {
  const dist = join(import.meta.dirname, '../../web/dist')
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const weigh = (paths: readonly string[]) =>
    paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path))).length / 1_024, 0)
  const styles = new Set(Object.values(manifest).flatMap(({ css = [] }) => css))
  return [
    ...pageList.map((page) => {
      const { first, own } = scriptsOf(manifest, page)
      const kibibytes = weigh([...first, ...own])
      return { name: `JavaScript of the page ${page.path}`, kibibytes, budget: page.scriptKiBMax }
    }),
    {
      name: 'Styles of all pages',
      kibibytes: weigh([...styles]),
      budget: stylesBudget,
    },
  ]
}

/** What is heavier than its budget. */
export function weightFaults(weights: readonly Weight[]): string[] {
  return weights
    .filter(({ kibibytes, budget }) => !(kibibytes <= budget))
    .map(({ name, kibibytes, budget }) => `${name}: ${kibibytes.toFixed(1)} KiB of ${budget}`)
}
