import { join } from 'node:path'
import { node24, root } from './root.mjs'
import { runQuietly } from './run-quietly.mjs'

/** Finds or installs a browser for the journeys, before the other tests spend minutes. */
export async function findBrowser() {
  console.log('Finding a browser for the journeys …')
  await runQuietly('There is no browser for the journeys', node24, [join(root, 'e2e', 'chromium.ts')])
}
