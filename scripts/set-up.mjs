// Prepares a fresh clone, before every command of package.json: installs what is missing, and on request builds the web app
// (--build) and finds a browser for the journeys (--browser). With --production, missing development packages are not
// installed unless the web app must be built. Prints nothing when there is nothing to do.
// Runs on the machine's own Node, before anything is installed: plain JavaScript without dependencies.

import { buildWebApp, isBuilt } from './set-up/build-web-app.mjs'
import { findBrowser } from './set-up/find-browser.mjs'
import { installPackages, isInstalledForProduction } from './set-up/install-packages.mjs'

try {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Node ${process.versions.node} is too old: Truepenny needs Node 20.19 or newer.`)
  }
  const wantsBuild = process.argv.includes('--build')
  const isForProduction = process.argv.includes('--production') && isInstalledForProduction()
  const isReady = isForProduction && (!wantsBuild || isBuilt())
  if (!isReady) await installPackages()
  // At the same time: a browser is unpacked by one core.
  await Promise.all([
    !isReady && wantsBuild && buildWebApp(),
    process.argv.includes('--browser') && findBrowser(),
  ])
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
