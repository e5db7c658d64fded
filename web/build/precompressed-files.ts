import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes each script, style and drawing once more, as small as it can be: that takes too long while somebody waits for it. */
export function smallFiles(): Plugin {
  return {
    name: 'small-files',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))
      await Promise.all(
        names.map(async (name) => {
          const file = join(dir, name)
          await writeFile(`${file}.br`, await smallest(await readFile(file)))
        }),
      )
    },
  }
}

const smallest = promisify(brotliCompress)
