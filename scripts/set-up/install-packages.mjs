import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { oneAtATime } from './one-at-a-time.mjs'
import { node24, root } from './root.mjs'
import { runQuietly } from './run-quietly.mjs'

/** Installs exactly the packages of package-lock.json, unless they are installed. */
export async function installPackages() {
  if (!isInstalled()) await oneAtATime(async () => isInstalled() || (await install()))
}

async function install() {
  console.log('Installing packages (once, about half a minute) …')
  // npm's own paths: the `npm` command could be in node_modules, which `npm ci` removes first.
  const { npm_node_execpath: node, npm_execpath: npm } = process.env
  const [command, ...args] = node && npm ? [node, npm] : ['npm']
  await runQuietly('Installing packages failed', command, [
    ...args,
    'ci',
    '--include=dev',
    '--include=optional',
  ])
  if (!isInstalled())
    throw new Error('Installing packages failed: npm left some of them out. "npm ci" shows more.')
}

/** True when all packages are installed that the bank needs in production, as after `npm ci --omit=dev`. */
export function isInstalledForProduction() {
  return isInstalled(({ dev, devOptional }) => !dev && !devOptional)
}

/** False after an interrupted install, which lacks Node 24 or npm's list, which is written last. `isNeeded` selects the packages. */
function isInstalled(isNeeded = () => true) {
  const list = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(list) || !existsSync(node24)) return false
  const wanted = packagesIn(join(root, 'package-lock.json'))
  const installed = packagesIn(list)
  return (
    Object.keys(installed).every((path) => isSame(installed[path], wanted[path])) &&
    // npm's list contains neither the root nor packages for other systems.
    Object.entries(wanted).every(
      ([path, each]) => path === '' || path in installed || each.optional || !isNeeded(each),
    )
  )
}

function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

function isSame(installed, wanted) {
  return installed.version === wanted?.version && installed.integrity === wanted?.integrity
}
