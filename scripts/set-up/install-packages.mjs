import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { oneAtATime } from './one-at-a-time.mjs'
import { node24, root } from './root.mjs'
import { runQuietly } from './run-quietly.mjs'

/** Installs exactly what package-lock.json names, when something else or nothing is installed. */
export async function installPackages() {
  if (!isInstalled()) await oneAtATime(async () => isInstalled() || (await install()))
}

async function install() {
  console.log('Installing packages (once, about half a minute) …')
  // npm tells where it and its Node are; its own command would go through node_modules, which `npm ci` removes first.
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

/** True when everything is there that the bank needs while it runs, as after `npm ci --omit=dev`. */
export function isInstalledForProduction() {
  return isInstalled(({ dev, devOptional }) => !dev && !devOptional)
}

/** An interrupted install lacks Node 24 or the list that npm writes last. `isNeeded` says which packages have to be there. */
function isInstalled(isNeeded = () => true) {
  const list = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(list) || !existsSync(node24)) return false
  const wanted = packagesIn(join(root, 'package-lock.json'))
  const installed = packagesIn(list)
  return (
    Object.keys(installed).every((path) => isSame(installed[path], wanted[path])) &&
    // The root itself is not in npm's list, nor are packages for other systems.
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
