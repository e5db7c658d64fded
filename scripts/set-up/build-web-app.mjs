import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { oneAtATime } from './one-at-a-time.mjs'
import { node24, root } from './root.mjs'
import { runQuietly } from './run-quietly.mjs'

const web = join(root, 'web')

// Written last, in the folder that each build empties first: an interrupted build leaves none.
const stamp = join(web, 'dist', '.built-from')

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
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  await runQuietly('Building the web app failed', node24, [vite, 'build', '--logLevel', 'warn'], web)
  writeFileSync(stamp, sources)
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
