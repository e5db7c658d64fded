import { join } from 'node:path'
import { node24, root } from './root.mjs'
import { runQuietly } from './run-quietly.mjs'

/** Makes sure of a browser for the journeys, before the tests spend minutes on everything else. */
export async function findBrowser() {
  console.log('Finding a browser for the journeys …')
  await runQuietly('There is no browser for the journeys', node24, [join(root, 'e2e', 'chromium.ts')])
}
