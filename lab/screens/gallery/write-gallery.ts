import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { galleryPage } from './gallery-page.ts'
import type { Drawn } from './picture.ts'

/** Writes the page that shows the pictures, and returns its path. It needs nothing but the folder it lies in. */
export async function writeGallery(
  drawn: readonly Drawn[],
  { into, against }: { into: string; against: string | undefined },
): Promise<string> {
  const here = (name: string) => readFile(join(import.meta.dirname, name), 'utf8')
  const before = new Map<string, { file: string; isSame: boolean }>()
  for (const { file } of against === undefined ? [] : drawn.flatMap(({ pictures }) => pictures)) {
    const [now, then] = await Promise.all(
      [into, against!].map((folder) => readFile(join(folder, file)).catch(() => null)),
    )
    if (now && then)
      before.set(file, { file: relative(into, join(against!, file)), isSame: now.equals(then) })
  }
  const page = galleryPage(drawn, before, {
    tokens: await readFile(join(root, 'web/src/tokens.css'), 'utf8'),
    style: await here('gallery-page.css'),
    script: await here('gallery-page.js'),
    font: (await readFile(join(root, font))).toString('base64'),
  })
  const path = join(into, 'index.html')
  await writeFile(path, page)
  return path
}

const root = join(import.meta.dirname, '../../..')
const font =
  'node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2'
