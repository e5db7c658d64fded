import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The id of the build of the screens in a folder, which changes with every file of it. Empty when there is no build. */
export function buildOf(directory: string): string {
  const files = ['index.html', '.vite/manifest.json'].map((name) => join(directory, name))
  if (!files.every((file) => existsSync(file))) return ''
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('base64url').slice(0, 12)
}
