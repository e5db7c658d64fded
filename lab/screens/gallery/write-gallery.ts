import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Before, galleryPage } from './gallery-page.ts'
import type { StateScreenshots } from './screenshots.ts'

/** Writes the page that shows the screenshots, beside those in the folder `against` if it is given. Returns its path. */
export async function writeGallery(
  taken: readonly StateScreenshots[],
  folder: string,
  against: string | undefined,
): Promise<string> {
  const before = new Map<string, Before>()
  for (const { file } of against === undefined ? [] : taken.flatMap(({ screenshots }) => screenshots)) {
    const now = await readFile(join(folder, file))
    const then = await readFile(join(against!, file)).catch(() => undefined)
    if (then) before.set(file, { file: relative(folder, join(against!, file)), isSame: now.equals(then) })
  }
  const style = await readFile(join(import.meta.dirname, 'gallery-page.css'), 'utf8')
  const path = join(folder, 'index.html')
  await writeFile(path, galleryPage(taken, before, style))
  return path
}
