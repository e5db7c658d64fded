import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the clone. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Node 24, which comes as a package and runs TypeScript. */
export const node24 = join(root, 'node_modules', 'node', 'bin', 'node')
