import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { oneAtATime } from './one-at-a-time.mjs'
import { node24, root } from './root.mjs'
import { runQuietly } from './run-quietly.mjs'

const web = join(root, 'web')

const dist = join(web, 'dist')
const assets = join(dist, 'assets')
// Written last, and deleted before each build: an interrupted build leaves none.
const stamp = join(dist, '.built-from')

// A process that is running has the pages of an earlier build in memory and reads their assets from the disk.
const assetMillisecondsKept = 7 * 86_400_000

/** Builds web/dist when it is missing, incomplete or built from other sources. */
export async function buildWebApp() {
  if (!isBuilt()) await oneAtATime(async () => isBuilt() || (await build()))
}

/** True when web/dist is complete and was built from the current sources. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()
}

async function build() {
  console.log('Building the web app …')
  const sources = fingerprint()
  deleteBuilt()
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  await runQuietly('Building the web app failed', node24, [vite, 'build', '--logLevel', 'warn'], web)
  writeFileSync(stamp, sources)
}

/** Deletes the earlier build but its assets, and the assets that are older than a week: their names contain a hash. */
function deleteBuilt() {
  if (!existsSync(dist)) return
  for (const name of readdirSync(dist)) if (name !== 'assets') rmSync(join(dist, name), { recursive: true })
  if (!existsSync(assets)) return
  const keptSince = Date.now() - assetMillisecondsKept
  for (const name of readdirSync(assets)) {
    if (statSync(join(assets, name)).mtimeMs < keptSince) rmSync(join(assets, name))
  }
}

/** A hash of all files that the web app is built from. */
function fingerprint() {
  const hash = createHash('sha256')
  const folders = ['contract/src', 'ledger/src', 'web'].flatMap(filesBelow)
  for (const path of ['package-lock.json', ...folders])
    hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !/^(node_modules|dist)$|\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? filesBelow(path) : [path]
    })
}
